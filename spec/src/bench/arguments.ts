import { parseArgs } from 'node:util'

export interface Arguments {
  /** Which benchmarks; none named: all. */
  readonly names: ReadonlyArray<string>
  /** A file that takes what was measured. */
  readonly save: string | undefined
  /** A file that an earlier run has saved. */
  readonly compare: string | undefined
}

/** What `npm run bench -- …` is asked for, without the size, which each benchmark reads by itself. Throws where a flag is unknown. */
export const argumentsOf = (args: ReadonlyArray<string>): Arguments => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { size: { type: 'string' }, save: { type: 'string' }, compare: { type: 'string' } },
  })
  return { names: positionals, save: values.save, compare: values.compare }
}
