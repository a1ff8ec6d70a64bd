import type { Addressee, Asking } from './asking.js'

/** Who has a role in the group, by number. The author and the assignee are guests who were developers when they wrote. */
export const ROLES = {
  guest: 10,
  author: 10,
  assignee: 10,
  reporter: 20,
  developer: 30,
  maintainer: 40,
  owner: 50,
} as const

/** Everybody that a table may name, but the anonymous; the newcomer is made a member of other places. */
const PEOPLE = [
  'non-member',
  'external',
  'auditor',
  'newcomer',
  ...(Object.keys(ROLES) as ReadonlyArray<keyof typeof ROLES>),
] as const

/** The password of those who have one. */
export const PASSWORD = 'Correct-horse-9'

/** A user with a token of the scope `api`. */
export interface Person {
  readonly id: number
  readonly username: string
  readonly token: string
}

export type People = ReadonlyMap<string, Person>

/** Everybody, registered; the administrator is among them. */
export const registerPeople = async (instance: Addressee, { make }: Asking): Promise<People> => {
  const people = new Map<string, Person>()
  for (const username of PEOPLE) people.set(username, { username, ...(await instance.person(username)) })
  await make('PUT', `/users/${people.get('external')?.id}`, { external: true })
  await make('PUT', `/users/${people.get('auditor')?.id}`, { auditor: true })
  const { id } = await make('GET', '/user')
  people.set('administrator', { id, username: 'root', token: instance.root })
  for (const name of ['owner', 'author', 'administrator'])
    await make('PUT', `/users/${people.get(name)?.id}`, { password: PASSWORD })
  return people
}
