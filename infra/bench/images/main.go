// Command images resizes pictures for `npm run bench -- images`, which measures it against sharp.
//
//	images scenes FOLDER                        writes the pictures to measure, 4000 × 3000 JPEGs, unless they exist
//	images FILE WIDTH QUALITY FORMAT OUT TIMES  resizes a picture that many times, as the function does, and prints the milliseconds
//	                                            and CPU milliseconds of the last time, and this process's peak memory in KB
package main

import (
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
	"syscall"
	"time"

	"ordering/functions/images"
	"ordering/shared/picture"
	"ordering/shared/picture/picturetest"
)

func main() {
	log.SetFlags(0)
	var err error
	switch len(os.Args) {
	case 3:
		err = scenes(os.Args[2])
	case 7:
		err = resize(os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5], os.Args[6])
	default:
		err = errors.New("images scenes FOLDER | images FILE WIDTH QUALITY FORMAT OUT TIMES")
	}
	if err != nil {
		log.Fatal(err)
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

// resize measures without the file I/O.
func resize(file, width, quality, format, out, times string) error {
	var want picture.Want
	var err, unread error
	want.Width, err = strconv.Atoi(width)
	want.Quality, unread = strconv.Atoi(quality)
	if format == "webp" {
		want.Format = picture.WebP
	}
	n, wrong := strconv.Atoi(times)
	src, none := os.ReadFile(file)
	if err := errors.Join(err, unread, wrong, none); err != nil {
		return err
	}
	var made []byte
	var took, worked time.Duration
	for ; n > 0 && err == nil; n-- {
		begun, used := time.Now(), usage()
		made, _, err = images.Shrink(context.Background(), src, &want, images.MaxAnswer)
		now := usage()
		took, worked = time.Since(begun), time.Duration(now.Utime.Nano()+now.Stime.Nano()-used.Utime.Nano()-used.Stime.Nano())
	}
	fmt.Println(took.Seconds()*1000, worked.Milliseconds(), usage().Maxrss)
	return errors.Join(err, os.WriteFile(out, made, 0o644))
}

func usage() (used syscall.Rusage) {
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // fails only for an unknown argument
	return used
}
