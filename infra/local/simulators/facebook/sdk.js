// A pretend Facebook SDK with the surface that the site uses: init, login, getLoginStatus, api and logout. Like the real one it calls
// fbAsyncInit when it is ready, and keeps the person in the browser's storage if init asks for it.
const base = new URL(document.currentScript.src).pathname.replace(/\/en_US\/sdk\.js$/, '')
const stored = 'fblst_sandbox'
let options
let auth = null

const keep = (next) => {
  auth = next
  if (!options.localStorage) return
  if (next) localStorage.setItem(stored, JSON.stringify(next))
  else localStorage.removeItem(stored)
}
const status = () =>
  auth ? { status: 'connected', authResponse: auth } : { status: 'unknown', authResponse: null }

window.FB = {
  init(given) {
    options = given
    auth = given.localStorage ? JSON.parse(localStorage.getItem(stored)) : null
  },
  getLoginStatus(done) {
    done(status())
  },
  login(done, { scope } = {}) {
    const query = new URLSearchParams({
      client_id: options.appId,
      redirect_uri: `${location.origin}${base}/done`,
      response_type: 'token',
      display: 'popup',
      scope: scope ?? '',
    })
    const dialog = open(
      `${base}/${options.version}/dialog/oauth?${query}`,
      'facebook',
      'popup,width=480,height=560',
    )
    const end = (answer) => {
      clearInterval(waiting)
      removeEventListener('message', heard)
      dialog?.close()
      if (answer?.access_token)
        keep({ accessToken: answer.access_token, userID: answer.user_id, expiresIn: 3600, signedRequest: '' })
      done(answer?.access_token ? status() : { status: 'unknown', authResponse: null })
    }
    const heard = ({ origin, data }) => origin === location.origin && data.facebook && end(data.facebook)
    const waiting = setInterval(() => (!dialog || dialog.closed) && end(), 500)
    addEventListener('message', heard)
  },
  api(path, fields, done) {
    const query = new URLSearchParams({ ...fields, access_token: auth?.accessToken ?? '' })
    fetch(`${base}/${options.version}${path}?${query}`).then(async (answer) => done(await answer.json()))
  },
  logout(done) {
    keep(null)
    done(status())
  },
}
window.fbAsyncInit?.()
