/** The entry points of the packages: what their manifests name in `exports`, and the aggregates of core. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.mjs'

const DOMAINS = join(ROOT, 'core/src/domains')

/** The files of a domain that decide: no question to a read model, no use case. */
const DECIDING = ['aggregate', 'commands', 'decider', 'events', 'state']

/** The aggregates of core by name, each with its folder below `domains` and the deciding files in it. */
export const aggregates = readdirSync(DOMAINS, { withFileTypes: true })
  .filter((context) => context.isDirectory())
  .flatMap((context) =>
    readdirSync(join(DOMAINS, context.name), { withFileTypes: true })
      .filter((domain) => domain.isDirectory())
      .map((domain) => ({ name: domain.name, folder: `${context.name}/${domain.name}` })),
  )
  .map(({ name, folder }) => ({
    name,
    folder,
    files: DECIDING.filter((file) => existsSync(join(DOMAINS, folder, `${file}.ts`))),
  }))
  .filter(({ files }) => files.includes('aggregate') || files.includes('decider'))
  .sort((one, other) => (one.name < other.name ? -1 : 1))

const manifestOf = (home) => JSON.parse(readFileSync(join(ROOT, home, 'package.json'), 'utf8'))

/** The entry points that a manifest names, without the pattern that is for the workspace. */
export const namedEntryPoints = (home) =>
  Object.entries(manifestOf(home).exports).filter(([entry]) => !entry.includes('*'))

/** Whether everybody may enter a package by this subpath. */
export const isPublic = (home, subpath) => namedEntryPoints(home).some(([entry]) => entry === `./${subpath}`)
