import '#fonts/fonts.css'
import '#brand/colours.css'
import './brand/tokens.css'
import './brand/base.css'
import { start } from './app/start'

await start() // a function of another file: the chunk of all pages contains it
