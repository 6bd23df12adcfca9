package picture

import "math"

// lobes of the Lanczos window: three, like the default of sharp and most others.
const lobes = 3

// weightBits is the precision of the filter's weights. With it a sum over 16-bit samples, including overshoot and sign,
// fits the 32 bits of a lane (see resampler).
const weightBits = 13

// taps are the weights of one output sample, the sum of weights[i] × input[first+i]. They sum to 1<<weightBits.
type taps struct {
	first   int
	weights []uint64 // signed, in two's complement: ready to be multiplied with two lanes at once
}

// lanczos returns the taps of `to` output samples from `from` input samples; an output sample spans `scale` input
// samples. to×scale may differ slightly from from: a plane of subsampled chroma ends between samples.
func lanczos(from, to int, scale float64) []taps {
	widened := max(scale, 1) // a reduction widens the filter; an enlargement only interpolates
	support := lobes * widened
	all := make([]taps, to)
	exact := make([]float64, 2*int(support)+4)
	for i := range all {
		centre := (float64(i)+0.5)*scale - 0.5
		first := max(0, int(math.Ceil(centre-support)))
		last := min(from-1, int(math.Floor(centre+support)))
		if first > last { // after the last sample
			first = min(max(first, 0), from-1)
			last = first
		}
		sum, n := 0.0, last-first+1
		for j := range n {
			exact[j] = lanczos3((float64(first+j) - centre) / widened)
			sum += exact[j]
		}
		if sum == 0 {
			exact[0], sum, n = 1, 1, 1
		}
		weights := make([]uint64, n)
		left, largest := 1<<weightBits, 0
		for j := range n {
			w := int(math.Round(exact[j] / sum * (1 << weightBits)))
			weights[j] = uint64(w)
			left -= w
			if w > int(int64(weights[largest])) {
				largest = j
			}
		}
		weights[largest] += uint64(left) // so that a flat area keeps its exact value
		for len(weights) > 1 && weights[0] == 0 {
			weights = weights[1:]
			first++
		}
		for len(weights) > 1 && weights[len(weights)-1] == 0 {
			weights = weights[:len(weights)-1]
		}
		all[i] = taps{first, weights}
	}
	return all
}

// lanczos3 is sinc(x) × sinc(x/3) within its three lobes.
func lanczos3(x float64) float64 {
	x = math.Abs(x)
	if x < 1e-8 {
		return 1
	}
	if x >= lobes {
		return 0
	}
	x *= math.Pi
	return lobes * math.Sin(x) * math.Sin(x/lobes) / (x * x)
}
