import type { Kind } from './kind.js'
import { kindsInProject } from './kinds-in-a-project.js'
import { kindsOfInstance } from './kinds-of-an-instance.js'

const FLAG = '--kinds='

/** Deployments have a real history instead of copied rows, so they are no `Kind`. */
export const DEPLOYMENT = 'deployment'

/** Made in this order, in the project of the stage: what a later kind needs of an earlier one is there. */
export const kinds: ReadonlyArray<Kind> = [...kindsInProject, ...kindsOfInstance]

/** The kinds of which there are to be many, by name: `--kinds=label,to-do`, else all. Throws at a name that no kind has. */
export const kindsAsked = (): ReadonlySet<string> => {
  const all = [DEPLOYMENT, ...kinds.map(({ name }) => name)]
  const given = process.argv.find((arg) => arg.startsWith(FLAG))
  if (given === undefined) return new Set(all)
  const names = given.slice(FLAG.length).split(',')
  const unknown = names.filter((name) => !all.includes(name))
  if (unknown.length > 0) throw new Error(`no such kind: ${unknown.join(', ')}; there are ${all.join(', ')}`)
  return new Set(names)
}
