// crash MODE NAME DEPTH: fails in the way that MODE says, after DEPTH calls, with NAME in its message.
package main

import (
	"os"
	"runtime/debug"
	"strconv"
)

type node struct {
	next  *node
	value int
}

//go:noinline
func (n *node) follow() int { return n.next.value }

//go:noinline
func at[T any](list []T, index int) T { return list[index] }

//go:noinline
func walk(n int, leaf func()) {
	if n > 0 {
		walk(n-1, leaf)
		return
	}
	leaf()
}

//go:noinline
func even(n int) int { return odd(n+1) + 1 }

//go:noinline
func odd(n int) int { return even(n+1) + 1 }

func main() {
	mode, name := os.Args[1], os.Args[2]
	depth, _ := strconv.Atoi(os.Args[3])
	switch mode {
	case "nil":
		walk(depth, func() { (&node{value: depth}).follow() })
	case "index":
		walk(depth, func() { at([]string{name}, depth+1) })
	case "string":
		walk(depth, func() { panic("unknown thing \"" + name + "\"") })
	case "again":
		defer func() {
			panic("again: " + recover().(error).Error())
		}()
		walk(depth, func() { at([]string{name}, depth+1) })
	case "goroutine":
		done := make(chan int)
		go func() {
			walk(depth, func() { at([]string{name}, depth+1) })
			close(done)
		}()
		<-done
	case "deadlock":
		walk(depth, func() { <-make(chan string) })
	case "overflow":
		debug.SetMaxStack(1 << 20)
		if len(name)%2 == 0 {
			even(depth)
		} else {
			odd(depth)
		}
	}
}
