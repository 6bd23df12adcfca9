import { join } from 'node:path'
import { coloursOf } from '../brand/colours.ts'
import { PictureMaker } from './pictureMaker.ts'
import { scenes } from './scenes.ts'

/**
 * Returns the PictureMaker of a brand: its drawings, and its photographs in the folder PICTURES. Results are cached below
 * `buildFolder`.
 */
export const brandPictures = (
  folderPath: string,
  buildFolder: string,
  onSkip: (reason: string) => void,
): Promise<PictureMaker> =>
  PictureMaker.of(
    { scenes: scenes(), colours: coloursOf(folderPath), folder: process.env.PICTURES, onSkip },
    join(buildFolder, 'pictures', folderPath),
  )
