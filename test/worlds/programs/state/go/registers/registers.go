// Each line that is marked reads a value that the line before it has stored, and that is still in a register.
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

var total float64

func main() {
	words := strings.Fields(os.Args[1])
	first := words[0]
	number := parse(first)              // text
	double := number * 2                // integer
	isLarge := double > 10              // scaled
	show(isLarge && number > 0, double) // flags
	total = half(number)
	rest := total + 1 // float
	fmt.Println(total, rest)
	copied := parse(first)
	other := copied
	showBoth(copied+other, other) // both
	list := []int{copied, 1}
	list[1] = number
	showBoth(list[1], list[0]) // element
}

func parse(text string) int {
	number, _ := strconv.Atoi(text)
	return number
}

func half(number int) float64 {
	return float64(number) / 2
}

func show(isLarge bool, number int) {
	if isLarge {
		fmt.Println("large", number)
	} else {
		fmt.Println("small", number)
	}
}

func showBoth(a, b int) {
	sum := a + b // parameters
	fmt.Println(a, b, sum)
}
