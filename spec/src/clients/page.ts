import type { ForeignProgram } from './program.js'

/** How it went with a program. */
export interface Trial {
  readonly program: ForeignProgram
  /** Of the program and its plug-ins. */
  readonly versions: ReadonlyArray<{ readonly name: string; readonly version: string }>
  readonly works: boolean
}

const HEAD = `# Tools that work

These third-party programs, unchanged, did their main job against a running Forgefold. \`npm run tools\` repeats the trials, and \`npm run tools -- --write\` writes this page.

| Program | Version | Tried on | What was tried |
|---|---|---|---|
`

const rowStart = ({ name, registry }: ForeignProgram): string => `| ${name} (${registry}) |`

const rowOf = ({ program, versions: [own, ...plugins] }: Trial, day: string): string => {
  const besides = plugins.map(({ name, version }) => `${name} ${version}`).join(', ')
  const told = besides === '' ? program.tried : `${program.tried}; with ${besides}`
  return `${rowStart(program)} ${own?.version ?? ''} | ${day} | ${told} |`
}

/** The page of the programs that work, in their order. A program that was not tried keeps its row of the page before. */
export const toolsPage = (
  programs: ReadonlyArray<ForeignProgram>,
  trials: ReadonlyArray<Trial>,
  day: string,
  before: string,
): string => {
  const rows = programs.flatMap((program) => {
    const trial = trials.find((one) => one.program === program)
    if (trial !== undefined) return trial.works ? [rowOf(trial, day)] : []
    return before.split('\n').filter((line) => line.startsWith(rowStart(program)))
  })
  return `${HEAD}${rows.map((row) => `${row}\n`).join('')}`
}
