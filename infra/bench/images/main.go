package main

import (
	"fmt"
	"image/jpeg"
	"os"
	"ordering/shared/picture/picturetest"
	"time"
)

func main() {
	for n := range picturetest.Scenes {
		b := time.Now()
		p := picturetest.Scene(n, 4000, 3000)
		f, _ := os.Create(fmt.Sprintf("/tmp/picture/src/%d.jpg", n))
		jpeg.Encode(f, p, &jpeg.Options{Quality: 90})
		f.Close()
		fmt.Println(n, time.Since(b))
	}
}
