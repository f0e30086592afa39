// Sorts its arguments: with `7 8 9` it does, with `11 14` it prints a number that nobody gave.
package main

import (
	"fmt"
	"os"
	"strconv"
)

// What earlier users of the memory left behind.
var recycled = []int{93, 81, 0, 4096, 70, 65, 60}

func shell_sort(a []int, size int) {
	h := 1
	for h <= size {
		h = h*3 + 1
	}
	for h != 1 {
		h /= 3
		for i := h; i < size; i++ {
			v := a[i]
			j := i
			for ; j >= h && a[j-h] > v; j -= h {
				a[j] = a[j-h]
			}
			if i != j {
				a[j] = v
			}
		}
	}
}

func main() {
	argc := len(os.Args)
	a := recycled
	for i := 0; i < argc-1; i++ { // MOVES
		a[i], _ = strconv.Atoi(os.Args[i+1])
	}

	shell_sort(a, argc) // DEFECT: one more than there are

	output := "Output:"
	for i := 0; i < argc-1; i++ {
		output += " " + strconv.Itoa(a[i])
	}
	fmt.Println(output)
}
