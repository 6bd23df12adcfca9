// The page that a window of the SDK ends at: it gives the dialog's answer to the page that opened it, which closes the window. If this
// page closed it, the opener could see it closed before the answer arrives.
const answer = Object.fromEntries(new URLSearchParams(location.search))
if (opener) opener.postMessage({ facebook: answer }, location.origin)
else close()
