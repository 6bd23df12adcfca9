// The page that a window of the SDK ends at: it gives the dialog's answer to the page that opened it.
const answer = Object.fromEntries(new URLSearchParams(location.search))
opener?.postMessage({ facebook: answer }, location.origin)
close()
