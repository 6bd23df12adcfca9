// Makes the missing masters of the brand's pictures, as the site's build does. With the folder of a build's pictures it makes their widths
// there. It ends with its parent.
import { join } from 'node:path'
import { buildSettings } from '../../spa/src/brand/brand.ts'
import { brandPictures } from '../../spa/src/picture/brandPictures.ts'
import { endWithParent, root } from './build.mjs'

endWithParent()
const [folder] = process.argv.slice(2)
const maker = await brandPictures(buildSettings.folderPath, join(root, '.local', 'build'), (reason) => folder || console.warn(`not served: ${reason}`)) // the build printed it
await (folder ? maker.placeWidths(folder) : maker.masters())
