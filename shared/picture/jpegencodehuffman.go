package picture

// huffmanCode is the optimal Huffman code for the frequencies of the symbols.
type huffmanCode struct {
	lengths [16]byte // number of code words of each length from 1
	symbols []byte   // in the order of their code words
	word    [256]uint16
	length  [256]uint8
}

// newHuffmanCode builds the code by repeatedly joining the two rarest, and shortens code words above 16 bits (T.81,
// K.2). An additional symbol takes the code word of only ones, which JPEG does not allow.
func newHuffmanCode(counts *[256]int) *huffmanCode {
	var weight, length, joined [257]int
	for i := range joined {
		joined[i] = -1
	}
	copy(weight[:], counts[:])
	weight[256] = 1
	for {
		rarest, second := -1, -1
		for i := 256; i >= 0; i-- {
			switch {
			case weight[i] == 0:
			case rarest < 0 || weight[i] < weight[rarest]:
				rarest, second = i, rarest
			case second < 0 || weight[i] < weight[second]:
				second = i
			}
		}
		if second < 0 {
			break
		}
		weight[rarest] += weight[second]
		weight[second] = 0
		end := rarest
		for length[end]++; joined[end] >= 0; length[end]++ {
			end = joined[end]
		}
		joined[end] = second
		for end = second; end >= 0; end = joined[end] {
			length[end]++
		}
	}
	var of [258]int
	for _, n := range length {
		of[n]++
	}
	of[0] = 0
	for n := len(of) - 1; n > 16; n-- {
		for of[n] > 0 {
			shorter := n - 2
			for of[shorter] == 0 {
				shorter--
			}
			// Two of the longest become one a bit shorter, and the other joins a code word that is lengthened for it.
			of[n] -= 2
			of[n-1]++
			of[shorter]--
			of[shorter+1] += 2
		}
	}
	for n := 16; n > 0; n-- {
		if of[n] > 0 {
			of[n]-- // the code word of only ones
			break
		}
	}
	h := &huffmanCode{}
	for n := 1; n < len(of); n++ {
		for symbol := range 256 {
			if length[symbol] == n {
				h.symbols = append(h.symbols, byte(symbol))
			}
		}
	}
	word, next := 0, 0
	for n := 1; n <= 16; n++ {
		h.lengths[n-1] = byte(of[n])
		for range of[n] {
			symbol := h.symbols[next]
			h.word[symbol], h.length[symbol] = uint16(word), uint8(n)
			word++
			next++
		}
		word <<= 1
	}
	return h
}
