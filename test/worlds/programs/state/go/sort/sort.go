// Sorts its arguments, but takes their number for one too many. What lies behind the numbers comes in: the buffer is one
// that was used before, so there is something.
package main

import (
	"os"
	"strconv"
)

var rounds int

func shellSort(a []int, size int) {
	h := 1
	for h <= size {
		h = h*3 + 1
	}
	for h != 1 {
		h /= 3
		rounds++
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

func usedBuffer(count int) []int {
	used := make([]int, 16)
	for i := range used {
		if count > 2 {
			used[i] = 100 + i
		}
	}
	return used
}

func main() {
	count := len(os.Args) - 1
	a := usedBuffer(count)
	for i := 0; i < count; i++ {
		a[i], _ = strconv.Atoi(os.Args[i+1])
	}
	shellSort(a, len(os.Args))
	os.Stdout.WriteString("Output:")
	for _, each := range a[:count] {
		os.Stdout.WriteString(" " + strconv.Itoa(each))
	}
	os.Stdout.WriteString("\n")
}
