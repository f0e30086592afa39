// Values of all kinds, to be captured and changed at `show`; the argument says how the program ends.
package main

import (
	"os"
	"strconv"
	"sync"
)

type Color int

const (
	Red Color = iota
	Green
)

type Node struct {
	value int
	next  *Node
}

type Shape interface{ area() float64 }

type Square struct{ side float64 }

type Circle struct{ radius float64 }

func (s Square) area() float64 { return s.side * s.side }

func (c *Circle) area() float64 { return 3 * c.radius * c.radius }

type Box struct {
	Node
	name   string
	sizes  [3]int8
	tags   map[string]int
	held   any
	shapes []Shape
	words  []string
	queue  chan int
	first  *Node
	last   *Node
}

var total float64
var count int
var mutex sync.Mutex

func show(b *Box, color Color, ok bool, numbers []int) {
	x := 1 // first
	if ok {
		x := 2.5
		total += x // inner
	}
	text := b.name + " " + strconv.Itoa(b.value) + " " + strconv.Itoa(int(color)) + " " + strconv.Itoa(x)
	for _, each := range numbers {
		text += " " + strconv.Itoa(each)
	}
	for _, each := range b.words {
		text += " " + each
	}
	for _, each := range b.shapes {
		total += each.area()
	}
	text += " tags " + strconv.Itoa(b.tags["x"]) + " total " + strconv.FormatFloat(total, 'g', -1, 64)
	if held, isInt := b.held.(int); isInt {
		text += " held " + strconv.Itoa(held)
	}
	for each := b.first; each != nil; each = each.next {
		text += " -> " + strconv.Itoa(each.value)
	}
	os.Stdout.WriteString(text + "\n")
}

func add(n int) {
	mutex.Lock() // lock
	defer mutex.Unlock()
	count += n
}

func pick[T any](all []T, at int) (picked T) {
	picked = all[at] // picks
	return picked
}

func main() {
	last := &Node{3, nil}
	b := &Box{
		Node:   Node{7, nil},
		name:   "box",
		tags:   map[string]int{"x": 1, "y z": 2},
		held:   42,
		shapes: []Shape{Square{2}, &Circle{1}},
		words:  []string{"one", "tw\xff"},
		queue:  make(chan int, 3),
		first:  &Node{1, &Node{2, last}},
		last:   last,
	}
	b.queue <- 5
	var all sync.WaitGroup
	for i := 0; i < 4; i++ {
		all.Add(1)
		go func() { // spawn
			defer all.Done()
			add(i)
		}()
	}
	all.Wait()
	numbers := make([]int, 2, 4)
	numbers[pick([]int{0, 1}, 1)] = 9
	show(b, Green, true, numbers)
	switch os.Args[1] {
	case "exit":
		os.Exit(3)
	case "panic":
		println(b.next.value) // panic
	case "hang":
		for {
			add(1)
		}
	}
}
