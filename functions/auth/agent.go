package auth

import "strings"

// agentOf returns the browser and the system of a User-Agent header in words that a customer recognises, such as "Firefox, Windows". It
// omits the version, which would help to track a person.
func agentOf(header string) string {
	first := func(pairs ...string) string {
		for i := 0; i < len(pairs); i += 2 {
			if strings.Contains(header, pairs[i]) {
				return pairs[i+1]
			}
		}
		return ""
	}
	// The order matters: a browser's header also names the browsers that it imitates.
	browser := first(
		"Edg", "Edge", "OPR", "Opera", "SamsungBrowser", "Samsung Internet", "Firefox", "Firefox", "FxiOS", "Firefox",
		"CriOS", "Chrome", "Chrome", "Chrome", "Safari", "Safari",
	)
	system := first(
		"Android", "Android", "iPhone", "iPhone", "iPad", "iPad", "Windows", "Windows", "CrOS", "ChromeOS", "Mac OS X", "Mac",
		"Linux", "Linux",
	)
	return strings.Trim(browser+", "+system, ", ")
}
