import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SeedCommit, SeedProject } from './document.js'
import { FLUSH, type GitBundle, pktLine, pktLines, readBundle } from './git-bundle.js'
import type { SeedPath } from './seed-refused.js'
import type { SeededProject } from './seed-target.js'
import { type CommittedFile, SeedTrees } from './seed-trees.js'
import type { SeedWriter } from './seed-writer.js'

const NOTHING = '0'.repeat(40)
const EXECUTABLE = 0o111

/** The files of a folder, sorted by path; `.git` is left out. */
const filesIn = (folder: string, below = ''): ReadonlyArray<CommittedFile> =>
  readdirSync(join(folder, below))
    .sort()
    .flatMap((name): ReadonlyArray<CommittedFile> => {
      if (name === '.git') return []
      const path = below === '' ? name : `${below}/${name}`
      const about = statSync(join(folder, path))
      if (about.isDirectory()) return filesIn(folder, path)
      const content = { base64: readFileSync(join(folder, path)).toString('base64') }
      return [{ path, content, executable: (about.mode & EXECUTABLE) !== 0 }]
    })

const filesOf = (writer: SeedWriter, place: SeedPath, { folder, files = {} }: SeedCommit) => {
  const inline = Object.entries(files).map(([path, content]): CommittedFile => ({ path, content }))
  if (folder === undefined) return inline
  const found = writer.reading([...place, 'folder'], folder, filesIn)
  return [...found.filter(({ path }) => !Object.hasOwn(files, path)), ...inline]
}

const writeCommit = async (
  writer: SeedWriter,
  { url, owner, branch: main }: SeededProject,
  trees: SeedTrees,
  place: SeedPath,
  commit: SeedCommit,
) => {
  const { message, branch = main, from = main, author = owner } = commit
  const isNew = !trees.isEmpty && !trees.has(branch)
  if (isNew) await trees.begin(branch, from)
  const actions = await trees.actions(branch, filesOf(writer, place, commit))
  const start = isNew ? { start_branch: from } : {}
  await writer.send(place, author, 'POST', `${url}/repository/commits`, {
    branch,
    commit_message: message,
    actions,
    ...start,
  })
}

/** Pushes every branch and tag, as git does over HTTP (gitprotocol-http). */
const pushBundle = async (
  writer: SeedWriter,
  place: SeedPath,
  { owner, path }: SeededProject,
  { refs, pack }: GitBundle,
) => {
  const commands = refs.map(({ name, sha }, at) =>
    pktLine(`${NOTHING} ${sha} ${name}${at === 0 ? '\0report-status' : ''}\n`),
  )
  const body = Buffer.concat([Buffer.from(commands.join('') + FLUSH), pack])
  const headers = { 'content-type': 'application/x-git-receive-pack-request' }
  const answer = await writer.git(place, owner, `/${path}.git/git-receive-pack`, { method: 'POST', headers, body })
  const refused = pktLines(answer).lines.find((line) => !/^(unpack ok|ok )/.test(line))
  if (refused !== undefined) writer.refuse(place, `the push as ${owner} was refused: ${refused}`)
}

const writeBundle = async (writer: SeedWriter, project: SeededProject, file: string): Promise<GitBundle> => {
  const place = [...project.place, 'bundle']
  const bundle = writer.reading(place, file, (found) => readBundle(readFileSync(found)))
  if (bundle.refs.length > 0) await pushBundle(writer, place, project, bundle)
  return bundle
}

const HEADS = 'refs/heads/'

const pathsOn = async (writer: SeedWriter, { url, owner, place }: SeededProject, ref: string) => {
  const tree = `${url}/repository/tree?recursive=true&ref=${encodeURIComponent(ref)}`
  return (await writer.all(place, owner, tree)).map(({ path }) => String(path))
}

/** Writes the contents of a repository: a bundle first, then commits, branches and tags. Gives the project with its resulting default branch. */
export const writeSeedRepository = async (
  writer: SeedWriter,
  project: SeededProject,
  seed: SeedProject,
): Promise<SeededProject> => {
  const { place, owner, url } = project
  const there = (...more: SeedPath): SeedPath => [...place, ...more]
  const bundle = seed.bundle === undefined ? undefined : await writeBundle(writer, project, seed.bundle)
  const heads = (bundle?.refs ?? []).flatMap(({ name }) => (name.startsWith(HEADS) ? name.slice(HEADS.length) : []))
  const known = bundle === undefined ? undefined : (await writer.send(place, owner, 'GET', url))['default_branch']
  const now = typeof known === 'string' ? { ...project, branch: known } : project
  const trees = new SeedTrees(heads, (branch) => pathsOn(writer, now, branch))
  await writer.inTurn(there('commits'), seed.commits, (commit, at) => writeCommit(writer, now, trees, at, commit))
  for (const [branch, ref] of Object.entries(seed.branches ?? {}))
    await writer.send(there('branches', branch), owner, 'POST', `${url}/repository/branches`, { branch, ref })
  for (const [tag_name, ref] of Object.entries(seed.tags ?? {}))
    await writer.send(there('tags', tag_name), owner, 'POST', `${url}/repository/tags`, { tag_name, ref })
  const { default_branch } = seed
  if (default_branch === undefined) return now
  await writer.send(there('default_branch'), owner, 'PUT', url, { default_branch })
  return { ...now, branch: default_branch }
}
