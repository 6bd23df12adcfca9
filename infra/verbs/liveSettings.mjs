// The settings of npm run live that the build of the site needs. Import it before build.mjs, which reads them from the environment. It adds
// those of the file SETTINGS that the environment lacks. infra/live checks the file.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

if (process.env.SETTINGS) process.env.SETTINGS = resolve(process.env.INIT_CWD ?? '', process.env.SETTINGS)
const { SETTINGS } = process.env
const text = SETTINGS && existsSync(SETTINGS) ? readFileSync(SETTINGS, 'utf8') : ''
for (const name of ['BRAND', 'DATA_DIR', 'PICTURES']) {
  const given = new RegExp(`^\\s*${name}\\s*=\\s*(\\S.*?)\\s*$`, 'm').exec(text)?.[1]
  if (given && !process.env[name]) process.env[name] = given
}
