package picture

import (
	"encoding/binary"
	"image"
	"slices"
)

// variant is a form of baseline JPEG that cameras and programs use and that the standard library and sharp do not write.
type variant struct {
	across, down int  // brightness samples per chroma sample
	restart      int  // units between restart markers
	separate     bool // one scan per component
	grey         bool
	padding      bool // fill bytes before markers, and comments
}

// write returns a JPEG of a picture, built with the parts of the writer.
func (v variant) write(from *image.NRGBA, quality int) []byte {
	w, h := from.Rect.Dx(), from.Rect.Dy()
	writer := &jpegWriter{}
	for t := range writer.steps {
		for i, step := range annexK[t] {
			writer.steps[t][i] = int32(min(max((int(step)*(200-2*quality)+50)/100, 1), 255))
			writer.inverse[t][i] = uint32((1<<16 + writer.steps[t][i]/2) / writer.steps[t][i])
		}
	}
	all := make([][]byte, 3)
	for c := range all {
		all[c] = make([]byte, w*h)
	}
	for i := range w * h {
		p := from.Pix[i*4:]
		r, g, b := float64(p[0]), float64(p[1]), float64(p[2])
		all[0][i] = byte(0.299*r + 0.587*g + 0.114*b + 0.5)
		all[1][i] = clamp8(int32(-0.168736*r - 0.331264*g + 0.5*b + 128.5))
		all[2][i] = clamp8(int32(0.5*r - 0.418688*g - 0.081312*b + 128.5))
	}
	components, sizes, factors := []int{0, 1, 2}, [3][2]int{{w, h}}, [3][2]int{{v.across, v.down}, {1, 1}, {1, 1}}
	for c := 1; c < 3; c++ {
		cw, ch := ceilDiv(w, v.across), ceilDiv(h, v.down)
		small := make([]byte, cw*ch)
		for i := range small {
			small[i] = all[c][min(i/cw*v.down, h-1)*w+min(i%cw*v.across, w-1)]
		}
		all[c], sizes[c] = small, [2]int{cw, ch}
	}
	if v.grey {
		components, factors[0] = components[:1], [2]int{1, 1}
	}
	parts := [][]int{components} // the components of each scan
	if v.separate {
		parts = slices.Collect(slices.Chunk(components, 1))
	}
	// The order of the blocks; -1 is a restart.
	type where struct{ c, x, y int }
	scans := make([][]where, len(parts))
	for n, part := range parts {
		first := part[0]
		units, across := factors, ceilDiv(w, 8*factors[0][0])
		down := ceilDiv(h, 8*factors[0][1])
		if len(part) == 1 {
			units[first], across, down = [2]int{1, 1}, ceilDiv(sizes[first][0], 8), ceilDiv(sizes[first][1], 8)
		}
		for i := range across * down {
			if v.restart > 0 && i > 0 && i%v.restart == 0 {
				scans[n] = append(scans[n], where{c: -1})
			}
			for _, c := range part {
				for j := range units[c][0] * units[c][1] {
					scans[n] = append(scans[n], where{c, i%across*units[c][0] + j%units[c][0], i/across*units[c][1] + j/units[c][0]})
				}
			}
		}
	}
	const restart = ^uint32(0)
	symbols := make([][]uint32, len(scans))
	for i, scan := range scans {
		writer.full, writer.symbols, writer.before = nil, nil, [3]int32{}
		for _, b := range scan {
			if b.c < 0 {
				writer.before = [3]int32{}
				writer.symbols = append(writer.symbols, restart)
				continue
			}
			writer.block(b.c, all[b.c], sizes[b.c][0], sizes[b.c][1], b.x*8, b.y*8)
		}
		symbols[i] = slices.Concat(append(writer.full, writer.symbols)...)
	}

	out := []byte{0xff, 0xd8}
	segment := func(marker byte, content ...byte) {
		if v.padding {
			out = append(out, 0xff, 0xfe, 0, 5, 'h', 'i', 0xff, 0xff, 0xff)
		}
		out = append(binary.BigEndian.AppendUint16(append(out, 0xff, marker), uint16(len(content)+2)), content...)
	}
	for t := range writer.steps {
		table := []byte{byte(t)}
		for _, at := range zigzag {
			table = append(table, byte(writer.steps[t][at]))
		}
		segment(0xdb, table...)
	}
	frame := binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16([]byte{8}, uint16(h)), uint16(w))
	frame = append(frame, byte(len(components)))
	for _, c := range components {
		frame = append(frame, byte(c+1), byte(factors[c][0]<<4|factors[c][1]), byte(min(c, 1)))
	}
	segment(0xc0, frame...)
	var codes [4]*huffmanCode
	for t := range codes {
		if v.grey && t&1 == 1 {
			continue
		}
		codes[t] = newHuffmanCode(&writer.counts[t])
		segment(0xc4, append(append([]byte{byte(t&acTable<<3 | t&1)}, codes[t].lengths[:]...), codes[t].symbols...)...)
	}
	if v.restart > 0 {
		segment(0xdd, byte(v.restart>>8), byte(v.restart))
	}
	for i, part := range parts {
		header := []byte{byte(len(part))}
		for _, c := range part {
			header = append(header, byte(c+1), byte(min(c, 1)*0x11))
		}
		segment(0xda, append(header, 0, 63, 0)...)
		window, n, markers := uint64(0), 0, 0
		emit := func() {
			for ; n >= 8; n -= 8 {
				out = append(out, byte(window>>(n-8)))
				if out[len(out)-1] == 0xff {
					out = append(out, 0)
				}
			}
		}
		align := func() {
			pad := (8 - n%8) % 8
			window, n = window<<pad|(1<<pad-1), n+pad
			emit()
		}
		for _, s := range symbols[i] {
			if s == restart {
				align()
				out = append(out, 0xff, byte(0xd0+markers%8))
				markers++
				continue
			}
			code, symbol := codes[s>>8&3], byte(s)
			window = window<<code.length[symbol]<<(symbol&15) | uint64(code.word[symbol])<<(symbol&15) | uint64(s>>16)
			n += int(code.length[symbol]) + int(symbol&15)
			emit()
		}
		align()
	}
	return append(out, 0xff, 0xd9)
}
