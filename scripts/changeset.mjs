/**
 * `npm run changeset [-- BASE]`: whether each package whose `api.txt` differs from the one at BASE has a changeset that is not at BASE. Without
 * BASE it is the target of the merge or pull request that CI is about; where there is none, nothing is compared.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const BUMP = /^['"]?(@[\w.-]+\/[\w.-]+)['"]?:\s*(patch|minor|major)\s*$/

/** The packages that a changeset is about, or what is wrong with it. */
export const readChangeset = (text) => {
  const [, head, words] = /^---\n([\s\S]*?)\n?---\n([\s\S]*)$/.exec(text) ?? []
  if (head === undefined) return { problem: 'has no list of packages between two lines of ---' }
  const lines = head.split('\n').filter((line) => line.trim() !== '')
  const bad = lines.find((line) => !BUMP.test(line))
  if (bad !== undefined) return { problem: `says neither patch, minor nor major of a package: ${bad}` }
  if (words.trim() === '') return { problem: 'does not say what changes' }
  return { packages: lines.map((line) => BUMP.exec(line)[1]) }
}

const git = (root, ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })

/** What differs from the point where the branch left BASE: committed, staged, or only in the folder. */
const changedSince = (root, base) => {
  const from = git(root, 'merge-base', base, 'HEAD').trim()
  const tracked = git(root, 'diff', '--name-only', from).split('\n')
  const fresh = git(root, 'ls-files', '--others', '--exclude-standard').split('\n')
  return [...tracked, ...fresh].filter((path) => path !== '' && existsSync(join(root, path)))
}

/** What is missing, a line each. */
export const missingChangesets = (root, base) => {
  const changed = changedSince(root, base)
  const told = changed
    .filter((path) => /^\.changeset\/(?!README)[^/]+\.md$/.test(path))
    .map((path) => ({ path, ...readChangeset(readFileSync(join(root, path), 'utf8')) }))
  const problems = told.flatMap(({ path, problem }) => (problem === undefined ? [] : [`${path} ${problem}`]))
  const packages = new Set(told.flatMap((each) => each.packages ?? []))
  const silent = changed
    .filter((path) => path.endsWith('/api.txt'))
    .map((path) => JSON.parse(readFileSync(join(root, path, '../package.json'), 'utf8')).name)
    .filter((name) => !packages.has(name))
  return [...problems, ...silent.map((name) => `${name} shows something else than at ${base}; no changeset says so`)]
}

/** The target of the merge or pull request, as CI services name it. */
const baseOf = ({ CI_MERGE_REQUEST_DIFF_BASE_SHA, GITHUB_BASE_REF }) =>
  CI_MERGE_REQUEST_DIFF_BASE_SHA ?? (GITHUB_BASE_REF ? `origin/${GITHUB_BASE_REF}` : undefined)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const base = process.argv[2] ?? baseOf(process.env)
  const missing = base === undefined ? [] : missingChangesets(resolve('.'), base)
  for (const line of missing) console.error(line)
  console.log(base === undefined ? 'changesets: nothing to compare with' : `changesets: ${missing.length} missing`)
  process.exitCode = missing.length === 0 ? 0 : 1
}
