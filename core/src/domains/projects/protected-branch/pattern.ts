import { fitsStars } from '../../../kernel/index.js'

/** Whether a protection's name means a branch: exactly, or with stars that stand for anything. */
export const meansBranch = (name: string, branch: string): boolean => name === branch || fitsStars(name, branch)
