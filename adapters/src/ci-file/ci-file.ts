import { createRequire } from 'node:module'
import type { CiFileParser } from '@forgefold/core/ports'

/** Loaded with the first CI file. */
const yamlLibrary = (): typeof import('yaml') => createRequire(import.meta.url)('yaml')

/** More aliases than this in one file is an attack, not a pipeline. */
const MOST_ALIASES = 100

/** The CI file parser on the `yaml` library: YAML 1.1 booleans stay words, merge keys and anchors work. */
export const makeCiFileParser = (): CiFileParser => ({
  parse: (yaml) => {
    const document = yamlLibrary().parseDocument(typeof yaml === 'string' ? yaml : new TextDecoder().decode(yaml), {
      merge: true,
      prettyErrors: true,
      uniqueKeys: true,
      customTags: [{ tag: '!reference', collection: 'seq', resolve: (node) => node }],
    })
    const [error] = document.errors
    if (error?.code === 'RESOURCE_EXHAUSTION') return { ok: false, error: 'the file is nested too deeply' }
    if (error !== undefined) return { ok: false, error: error.message.split('\n')[0] ?? 'the file is not YAML' }
    try {
      return { ok: true, value: document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown }
    } catch (failure) {
      return { ok: false, error: failure instanceof Error ? failure.message : 'the file is not YAML' }
    }
  },
})
