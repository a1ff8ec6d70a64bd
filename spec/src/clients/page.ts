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

The checks do not run these programs and libraries: many take minutes to build, and degit needs TLS on port 443. They were tried on a running Forgefold with \`--api-release 16.0\`.

| Program | Version | Tried on | What was tried |
|---|---|---|---|
| helm.sh/helm/v3 (Go) | v3.22.0 | 2026-11-26 | two versions packaged by \`helm package\` and uploaded with a deploy token; \`repo add\`, refused with a wrong password, \`repo update\`, \`search repo\`, \`pull\`, \`template\`, \`show chart\`, \`dependency update\` |
| github.com/goreleaser/goreleaser/v2 (Go) | v2.15.1 | 2026-11-26 | \`release\`: changelog by the API, binaries and checksums as uploads and as generic packages, links of the release, a formula pushed to a new branch, the milestone closed |
| github.com/reviewdog/reviewdog (Go) | v0.21.0 | 2026-11-26 | findings on changed lines as discussions of a merge request, not repeated by a second run, and as comments on its commit; a suggestion that can be applied |
| ansible (PyPI) | 12.3.0 | 2026-11-28 | the modules of \`community.general\`: groups, users, projects, members, branches, protections, hooks, variables, labels, milestones, issues, merge requests, access tokens; nothing changed in the second run but what the modules always change |
| pnpm, yarn, @yarnpkg/cli-dist, bun (npm) | 10.34.9, 1.22.22, 4.18.1, 1.4.5 | 2026-11-28 | \`publish\`, tags, \`install\`, with pnpm and bun from project, group and instance, with yarn 1 from the project (yarn 1 reports an error though it sets the tag, as the answer has no body) |
| uv, poetry, hatch (PyPI) | 0.13.9, 2.5.1, 1.18.2 | 2026-11-28 | \`publish\` with a deploy token, refused or skipped the second time; locks and installs of uv and poetry from the project |
| oauth2-proxy/v7 (Go) | v7.15.6 | 2026-11-28 | signing in through its provider for this API and through OpenID Connect, with PKCE and a required group |
| golang.org/x/oauth2, coreos/go-oidc/v3, markbates/goth (Go) | v0.38.0, v3.21.0, v1.82.0 | 2026-11-28 | every grant, id_token and user info |
| Nimbus OAuth 2.0 SDK, ScribeJava, Spring Security (Maven) | 11.20.1, 8.3.3, 6.5.10 | 2026-11-28 | the same, with introspection and revocation |
| openidconnect (crates) | 4.1.0 | 2026-11-28 | discovery, code with PKCE, id_token, user info, introspection, refresh |
| openid-client, passport-gitlab2, passport-openidconnect, better-auth, @badgateway/oauth2-client (npm) | 5.7.1, 5.0.0, 0.1.2, 1.7.25, 3.3.1 | 2026-11-28 | the same |
| authlib, requests-oauthlib, oic, mozilla-django-oidc, flask-dance (PyPI) | 1.9.10, 2.0.0, 1.7.0, 5.0.2, 7.1.0 | 2026-11-28 | the same |
| JGit (Maven), isomorphic-git (npm), dulwich (PyPI) | 7.2.0, 1.44.19, 1.2.21 | 2026-11-28 | clone, also shallow, commit, push, a branch deleted, a refused push and refused credentials |
| gitlab4j-api (Maven) | 6.0.0-rc.9 | 2026-11-28 | every method that reads, by reflection: no answer that its types refuse |
| OpenAPI Generator (Maven), openapi-python-client (PyPI), @hey-api/openapi-ts, openapi-typescript (npm) | 7.14.0, 0.29.1, 0.95.0, 7.13.0 | 2026-11-29 | clients generated from \`/api/v4/openapi.json\`, without the metadata of NuGet in the second, which takes \`id\` and \`@id\` for one name |
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
