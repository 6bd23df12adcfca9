// Makes the missing masters of the brand's pictures, as the site's build does. Part of npm run gen.
import { join } from 'node:path'
import { brand } from '../../spa/src/brand/brand.ts'
import { brandPictures } from '../../spa/src/picture/brandPictures.ts'
import { root } from './build.mjs'

const maker = await brandPictures(brand.folderPath, join(root, '.local', 'build'), (reason) => console.warn(`not served: ${reason}`))
await maker.masters()
