// Makes the masters of the brand's pictures that are not there yet, as the build does: npm run gen.
import { join } from 'node:path'
import { brand } from '../brand/brand.ts'
import { picturesOf } from './brands.ts'

const built = process.env.BUILD_DIR ?? join(import.meta.dirname, '../../../.local/build')
const ladder = await picturesOf(brand.folderPath, built, (reason) => console.warn(`not served: ${reason}`))
await ladder.masters()
