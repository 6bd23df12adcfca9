// Command uploads measures what hostile uploads take, for `npm run bench -- uploads`. It prints a row for each file: its name, its size,
// what became of it with the CPU seconds and the peak memory of a process that takes only this file, and the budget.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"ordering/shared/brand"
	"ordering/shared/upload"
	"ordering/shared/upload/uploadtest"
)

// Budgets of one file.
const (
	cpu    = 2.0 // seconds
	memory = 256 // MB
)

func main() {
	log.SetFlags(0)
	if len(os.Args) == 2 {
		take()
		return
	}
	var worstTime float64
	var worstMemory int
	for _, file := range uploadtest.Corpus() {
		data := file.Make()
		child := exec.Command(os.Args[0], "take")
		child.Stdin, child.Stderr = bytes.NewReader(data), os.Stderr
		child.Env = append(os.Environ(), "GOMEMLIMIT=160MiB") // as in production
		out, err := child.Output()
		if err != nil {
			log.Fatalf("%s: %v", file.Name, err)
		}
		result, peak, _ := strings.Cut(string(out), "\t")
		mb, _ := strconv.Atoi(peak)
		seconds := child.ProcessState.UserTime().Seconds() + child.ProcessState.SystemTime().Seconds()
		worstTime, worstMemory = max(worstTime, seconds), max(worstMemory, mb)
		fmt.Printf("%s\t%.2f s, %d MB, %s (%d KB)\t\n", file.Name, seconds, mb, result, len(data)>>10)
	}
	fmt.Printf("the worst\t%.2f s, %d MB\t≤ %.0f s of CPU, < %d MB\n", worstTime, worstMemory, cpu, memory)
	if worstTime > cpu || worstMemory >= memory {
		os.Exit(1)
	}
}

// take reads a file from standard input like an upload. It prints what became of it and the peak memory of this process in MB.
func take() {
	p, err := upload.NewProcessor(brand.Brand{UploadMegabytes: 4}).Take(context.Background(), os.Stdin)
	if err != nil {
		fmt.Print("refused: ", err)
	} else {
		fmt.Printf("%d × %d, %d KB", p.Width, p.Height, len(p.Data)>>10)
	}
	status, err := os.ReadFile("/proc/self/status") // the peak in rusage would include that of the parent
	if err != nil {
		log.Fatal(err)
	}
	_, peak, _ := strings.Cut(string(status), "VmHWM:")
	kb, _ := strconv.Atoi(strings.Fields(peak)[0])
	fmt.Printf("\t%d", kb>>10)
}
