// Command images resizes pictures for `npm run bench -- images`, which measures it against sharp.
//
//	images scenes FOLDER   writes the pictures to measure, 4000 × 3000 JPEGs, unless they exist
//	images                 reads lines of FILE WIDTH QUALITY FORMAT OUT, separated by tabs; for each it prints the
//	                       milliseconds, the CPU milliseconds, and this process's peak and current memory in KB
package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/jpeg"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"ordering/functions/images"
	"ordering/shared/picture"
	"ordering/shared/picture/picturetest"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) == 3 && os.Args[1] == "scenes" {
		if err := scenes(os.Args[2]); err != nil {
			log.Fatal(err)
		}
		return
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		if err := resize(lines.Text()); err != nil {
			log.Fatal(err)
		}
	}
}

func scenes(folder string) error {
	for n := range picturetest.Scenes {
		path := filepath.Join(folder, fmt.Sprintf("scene-%d.jpg", n))
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var scene bytes.Buffer
		if err := jpeg.Encode(&scene, picturetest.Scene(n, 4000, 3000), &jpeg.Options{Quality: 90}); err != nil {
			return err
		}
		if err := os.WriteFile(path, scene.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// resize makes the picture of one line as the function does. File I/O is not measured.
func resize(line string) error {
	words := strings.Split(line, "\t")
	if len(words) != 5 {
		return fmt.Errorf("not FILE WIDTH QUALITY FORMAT OUT: %q", line)
	}
	width, bad := strconv.Atoi(words[1])
	quality, worse := strconv.Atoi(words[2])
	src, err := os.ReadFile(words[0])
	if err := errors.Join(bad, worse, err); err != nil {
		return err
	}
	want := picture.Want{Width: width, Quality: quality}
	if words[3] == "webp" {
		want.Format = picture.WebP
	}
	begun, used := time.Now(), cpu()
	made, _, err := images.Shrink(context.Background(), src, &want, images.MaxAnswer)
	took, worked := time.Since(begun), cpu()-used
	if err == nil {
		err = os.WriteFile(words[4], made, 0o644)
	}
	fmt.Println(took.Seconds()*1000, worked.Milliseconds(), memory("VmHWM"), memory("VmRSS"))
	return err
}

// cpu returns this process's CPU time.
func cpu() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // fails only for an unknown argument
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// memory returns a field of /proc/self/status, in KB.
func memory(name string) string {
	status, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := strings.Cut(string(status), name+":")
	kb, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	return kb
}
