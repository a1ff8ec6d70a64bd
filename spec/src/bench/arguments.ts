import { parseArgs } from 'node:util'

export interface Arguments {
  /** Which benchmarks; none named: all. */
  readonly names: ReadonlyArray<string>
  /** A file that takes what was measured. */
  readonly save: string | undefined
  /** A file that an earlier run has saved. */
  readonly compare: string | undefined
  readonly help: boolean
}

const OPTIONS = {
  size: { type: 'string' },
  kinds: { type: 'string' },
  save: { type: 'string' },
  compare: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** How it is called, with the names there are. */
export const usageOf = (names: ReadonlyArray<string>): string =>
  [
    'npm run bench -- [NAME ...] [--size=N] [--kinds=KIND,...] [--save FILE] [--compare FILE]',
    '',
    'Measures each goal beside its ceiling; all of them where none is named.',
    '  --size=N        how many things the benchmarks of a size are made of',
    '  --kinds=KIND    of which kinds `scale` makes many; without it, of all',
    '  --save FILE     keeps the ratios of every round',
    '  --compare FILE  says what became better or worse since that run; the exit code is 1 where something became worse',
    '',
    `Names: ${names.join(', ')}`,
  ].join('\n')

/** What `npm run bench -- …` is asked for, without the size and the kinds, which the benchmarks read themselves. Throws where a flag is unknown. */
export const argumentsOf = (args: ReadonlyArray<string>): Arguments => {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  return { names: positionals, save: values.save, compare: values.compare, help: values.help === true }
}
