import type { SeedProject } from './document.js'
import type { SeededProject } from './seed-target.js'
import type { SeedWriter } from './seed-writer.js'

/** What a seed says a user does. */
interface Deed {
  readonly author?: string | undefined
}

const DEVELOPER = 30
const MAINTAINER = 40

const authorsOf = (deeds: ReadonlyArray<Deed> = []): ReadonlyArray<string> =>
  deeds.flatMap(({ author }) => author ?? [])

/** The users who do something that takes a developer of the project. */
const developersIn = (seed: SeedProject): ReadonlyArray<string> => {
  const { commits, merge_requests = [], pipelines, deployments, releases, packages } = seed
  return [
    ...[commits, merge_requests, pipelines, deployments, releases, packages].flatMap(authorsOf),
    ...merge_requests.flatMap(({ approvals = [] }) => approvals),
  ]
}

/** The users who say something, for which a user who sees the project needs no role. */
const speakersIn = ({ issues = [], merge_requests = [] }: SeedProject): ReadonlyArray<string> => {
  const threads = [
    ...issues.flatMap(({ notes = [] }) => notes),
    ...merge_requests.flatMap(({ discussions = [] }) => discussions),
  ]
  return [issues, threads, threads.flatMap(({ replies = [] }) => replies)].flatMap(authorsOf)
}

/** A named token acts for its user. */
const userOf = (name: string): string => name.split('/')[0] as string

/** The users who commit to the default branch or run pipelines on it, for which it takes a maintainer: it is protected. */
const maintainersIn = ({ commits = [], pipelines = [] }: SeedProject, main: string): ReadonlyArray<string> => [
  ...authorsOf(commits.filter(({ branch = main }) => branch === main)),
  ...authorsOf(pipelines.filter(({ ref = main }) => ref === main)),
]

/** Gives the role that they need to users who do something in the project and have no role in it or in its groups. */
export const writeImpliedMembers = async (
  writer: SeedWriter,
  { place, url, owner, branch }: SeededProject,
  seed: SeedProject,
  isPrivate: boolean,
): Promise<void> => {
  const maintainers = maintainersIn(seed, branch).map(userOf)
  const doers = [...developersIn(seed), ...(isPrivate ? speakersIn(seed) : [])].map(userOf)
  for (const username of new Set(doers)) {
    if (username === owner || username === 'root') continue
    const user_id = await writer.findUser(place, username)
    if (user_id === undefined || (await writer.has(place, 'root', `${url}/members/all/${user_id}`))) continue
    const access_level = maintainers.includes(username) ? MAINTAINER : DEVELOPER
    await writer.send(place, 'root', 'POST', `${url}/members`, { user_id, access_level })
  }
}
