import type { Kind } from './kind.js'
import { kindsInProject } from './kinds-in-a-project.js'
import { kindsOfInstance } from './kinds-of-an-instance.js'

/** Made in this order, in the project of the stage: what a later kind needs of an earlier one is there. */
export const kinds: ReadonlyArray<Kind> = [...kindsInProject, ...kindsOfInstance]
