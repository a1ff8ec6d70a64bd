import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../tour/index.js'
import { type Bench, execute, openProjectClone } from './bench.js'
import { install } from './install.js'
import { type Trial, toolsPage } from './page.js'
import type { ForeignProgram } from './program.js'
import { allContributors } from './programs/all-contributors.js'
import { changesets } from './programs/changesets.js'
import { composer } from './programs/composer.js'
import { conan } from './programs/conan.js'
import { danger } from './programs/danger.js'
import { giget } from './programs/giget.js'
import { gitCredentialOauth } from './programs/git-credential-oauth.js'
import { gitLfs } from './programs/git-lfs.js'
import { gitlabClientGo } from './programs/gitlab-client-go.js'
import { gitlabracadabra } from './programs/gitlabracadabra.js'
import { lerna } from './programs/lerna.js'
import { maven } from './programs/maven.js'
import { nuget } from './programs/nuget.js'
import { perlGitlab } from './programs/perl-gitlab.js'
import { pythonGitlab } from './programs/python-gitlab.js'
import { pythonSemanticRelease } from './programs/python-semantic-release.js'
import { releaseIt } from './programs/release-it.js'
import { renovate } from './programs/renovate.js'
import { rubyGitlab } from './programs/ruby-gitlab.js'
import { semanticRelease } from './programs/semantic-release.js'
import { terraform } from './programs/terraform.js'
import { twine } from './programs/twine.js'

const PROGRAMS: ReadonlyArray<ForeignProgram> = [
  semanticRelease,
  releaseIt,
  changesets,
  lerna,
  nuget,
  conan,
  composer,
  maven,
  twine,
  terraform,
  danger,
  giget,
  renovate,
  allContributors,
  pythonGitlab,
  pythonSemanticRelease,
  gitLfs,
  gitCredentialOauth,
  gitlabracadabra,
  rubyGitlab,
  perlGitlab,
  gitlabClientGo,
]
const PAGE = 'docs/reference/tools.md'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const versionOf = async (bench: Bench, { registry, version }: ForeignProgram, name: string): Promise<string> => {
  if (version !== undefined) return version(bench)
  if (registry === 'npm')
    return (JSON.parse(readFileSync(join(bench.packages, name, 'package.json'), 'utf8')) as { version: string }).version
  if (registry === 'Debian')
    return (await execute(bench, bench.folder, 'dpkg-query', ['-W', '-f', '${Version}', name])).trim()
  if (registry === 'Go')
    return readFileSync('spec/clients/go/go.mod', 'utf8').split(`${name} `)[1]?.split(/\s/)[0] ?? ''
  const code = `import importlib.metadata as m; print(m.version(${JSON.stringify(name)}))`
  return (await execute(bench, bench.folder, 'python3', ['-c', code], { PYTHONPATH: bench.pythonPath })).trim()
}

const tryOne = async (bench: Bench, program: ForeignProgram): Promise<Trial> => {
  const names = [program.name, ...(program.plugins ?? [])]
  const versions = await Promise.all(
    names.map(async (name) => ({ name, version: await versionOf(bench, program, name) })),
  )
  const began = Date.now()
  try {
    await program.use(await openProjectClone(bench, program.name.replace(/\W+/g, '-').replace(/^-/, '')))
    say(`${program.name}: works, ${Math.round((Date.now() - began) / 100) / 10} s`)
    return { program, versions, works: true }
  } catch (error) {
    say(`${program.name}: ${error instanceof Error ? error.message : String(error)}`)
    return { program, versions, works: false }
  }
}

/** `npm run tools`: programs of others, unchanged, on a server of their own; `-- --write` writes the page of those that work. Words choose some. */
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const chosen = PROGRAMS.filter(({ name }) => words.length === 0 || words.includes(name))
const folder = await mkdtemp(join(tmpdir(), 'forgefold-tools-'))
const installed = await install(chosen)
const server = await startServer(['--api-release', '16.0'])
const trials: Array<Trial> = []
try {
  const bench = { url: server.url, token: server.token, folder, ...installed }
  for (const program of chosen) trials.push(await tryOne(bench, program))
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
const failed = trials.filter(({ works }) => !works).length
if (process.argv.includes('--write')) {
  const day = new Date().toISOString().slice(0, 10)
  writeFileSync(PAGE, toolsPage(PROGRAMS, trials, day, readFileSync(PAGE, 'utf8')))
}
say(`${trials.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
