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

/** The page of the programs that work. */
export const toolsPage = (trials: ReadonlyArray<Trial>, day: string): string =>
  `${HEAD}${trials
    .filter(({ works }) => works)
    .map(({ program, versions: [own, ...plugins] }) => {
      const besides = plugins.map(({ name, version }) => `${name} ${version}`).join(', ')
      const told = besides === '' ? program.tried : `${program.tried}; with ${besides}`
      return `| ${program.name} (${program.registry}) | ${own?.version ?? ''} | ${day} | ${told} |\n`
    })
    .join('')}`
