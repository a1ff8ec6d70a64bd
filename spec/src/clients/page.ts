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

/** Programs that the checks do not run: their rows are not written by a trial. */
const BY_HAND = `
## Tried by hand

The checks do not run these programs: those in Go take minutes to build, and degit needs TLS on port 443. They were tried on a running Forgefold with \`--api-release 16.0\`.

| Program | Version | Tried on | What was tried |
|---|---|---|---|
| helm.sh/helm/v3 (Go) | v3.22.0 | 2026-11-26 | two versions packaged by \`helm package\` and uploaded with a deploy token; \`repo add\`, refused with a wrong password, \`repo update\`, \`search repo\`, \`pull\`, \`template\`, \`show chart\`, \`dependency update\` |
| github.com/goreleaser/goreleaser/v2 (Go) | v2.15.1 | 2026-11-26 | \`release\`: changelog by the API, binaries and checksums as uploads and as generic packages, links of the release, a formula pushed to a new branch, the milestone closed |
| github.com/reviewdog/reviewdog (Go) | v0.21.0 | 2026-11-26 | findings on changed lines as discussions of a merge request, not repeated by a second run, and as comments on its commit; a suggestion that can be applied |
| degit (npm) | 3.10.0 | 2026-11-26 | a public project by \`gitlab://HOST/PATH#main\`, and a folder of one, through a proxy that ends TLS |
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
  return `${HEAD}${rows.map((row) => `${row}\n`).join('')}${BY_HAND}`
}
