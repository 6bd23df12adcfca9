// Command images is the side of `npm run bench -- images` that is measured against sharp. It is told what to do line by line, so that the
// two can take turns, and works on one core.
//
//	images scenes FOLDER                   writes the pictures that are measured, 4000 × 3000 JPEGs, unless they are there
//	images once FILE WIDTH QUALITY FORMAT  resizes one file and says how much memory the process ever held, in KB
//	images large FILE                      makes the largest picture of it that can be sent; prints milliseconds of CPU and the most memory, in KB
//	images work SECONDS FOLDER             resizes the folder's scenes to several widths and prints its memory, in KB, once a second
//	images                                 reads lines of FILE WIDTH QUALITY FORMAT OUT; answers nanoseconds and bytes
package main

import (
	"bufio"
	"context"
	"fmt"
	"image/jpeg"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
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
	runtime.GOMAXPROCS(1)
	var err error
	switch args := os.Args[1:]; {
	case len(args) == 2 && args[0] == "scenes":
		err = scenes(args[1])
	case len(args) == 5 && args[0] == "once":
		if _, _, err = resize(args[1:]); err == nil {
			fmt.Println(memory("VmHWM"))
		}
	case len(args) == 2 && args[0] == "large":
		err = large(args[1])
	case len(args) == 3 && args[0] == "work":
		err = work(args[1], args[2])
	default:
		err = serve()
	}
	if err != nil {
		log.Fatal(err)
	}
}

func scenes(folder string) error {
	for n := range picturetest.Scenes {
		path := filepath.Join(folder, fmt.Sprintf("scene-%d.jpg", n))
		if _, err := os.Stat(path); err == nil {
			continue
		}
		f, err := os.Create(path + ".part")
		if err != nil {
			return err
		}
		if err := jpeg.Encode(f, picturetest.Scene(n, 4000, 3000), &jpeg.Options{Quality: 90}); err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
		if err := os.Rename(path+".part", path); err != nil {
			return err
		}
	}
	return nil
}

// resize does what a line asks for: file, width, quality, format. Reading the file is not measured, as it is not for sharp.
func resize(line []string) ([]byte, time.Duration, error) {
	src, err := os.ReadFile(line[0])
	if err != nil {
		return nil, 0, err
	}
	width, err := strconv.Atoi(line[1])
	if err != nil {
		return nil, 0, err
	}
	quality, err := strconv.Atoi(line[2])
	if err != nil {
		return nil, 0, err
	}
	want := picture.Want{Width: width, Quality: quality}
	if line[3] == "webp" {
		want.Format = picture.WebP
	}
	begun := time.Now()
	out, _, err := picture.Resize(context.Background(), src, want)
	return out, time.Since(begun), err
}

func serve() error {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		line := strings.Split(lines.Text(), "\t")
		if len(line) != 5 {
			return fmt.Errorf("not FILE WIDTH QUALITY FORMAT OUT: %q", lines.Text())
		}
		out, took, err := resize(line)
		if err != nil {
			return err
		}
		if err := os.WriteFile(line[4], out, 0o644); err != nil {
			return err
		}
		fmt.Println(took.Nanoseconds(), len(out))
	}
	return lines.Err()
}

// large makes the largest picture of the file that can be sent, as the function does and under the memory limit that it has.
func large(file string) error {
	debug.SetMemoryLimit(160 << 20)
	src, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	begun := cpu()
	if _, _, err := images.Shrink(context.Background(), src, &picture.Want{Width: 3840, Quality: 90, Format: picture.WebP}, images.MaxAnswer); err != nil {
		return err
	}
	fmt.Println((cpu() - begun).Milliseconds(), memory("VmHWM"))
	return nil
}

// cpu is how long the process has used processors.
func cpu() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// work resizes the pictures of a folder in turn, to widths of the site and to both formats.
func work(seconds, folder string) error {
	limit, err := strconv.Atoi(seconds)
	if err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(folder, "scene-*.jpg"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no scenes in %s: %v", folder, err)
	}
	widths := []string{"828", "64", "1200", "384", "640", "1920", "256"}
	begun := time.Now()
	for i, told := 0, 0; told < limit; i++ {
		if _, _, err := resize([]string{files[i%len(files)], widths[i%len(widths)], "75", []string{"webp", "jpeg"}[i%2]}); err != nil {
			return err
		}
		for ; told < int(time.Since(begun).Seconds()) && told < limit; told++ {
			fmt.Println(memory("VmRSS"))
		}
	}
	return nil
}

// memory reads a line of the process's status, in KB.
func memory(name string) string {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return ""
	}
	_, rest, _ := strings.Cut(string(status), name+":")
	kb, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	return kb
}
