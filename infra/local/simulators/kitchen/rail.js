// Refreshes the rail every second. Without this script the page shows the state at load.
const every = 1000

async function look() {
  const rail = document.getElementById('rail')
  // Do not replace the rail while the user writes a refusal reason.
  if (document.hidden || rail.querySelector('details[open]')) return
  const answer = await fetch(location.pathname)
  if (!answer.ok) return
  const now = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('rail')
  if (!now || now.innerHTML === rail.innerHTML || rail.querySelector('details[open]')) return
  const focused = document.activeElement?.id
  rail.replaceWith(now)
  if (focused) document.getElementById(focused)?.focus()
}

setInterval(() => look().catch(() => {}), every)
