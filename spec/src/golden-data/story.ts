import type { Client } from './client.js'
import { changeProtection, deliver } from './delivery.js'
import {
  grantNonExpiringTokens,
  grantTokens,
  makePeople,
  makeTokens,
  makeUserStates,
  PASSWORD,
  type People,
  visitPages,
} from './identity.js'
import { publish } from './packages.js'
import { plan } from './planning.js'
import { makePlaces, markPlaces } from './projects.js'
import { review } from './review.js'

/** The administrator's first token. */
export const ROOT_TOKEN = 'root-token-of-the-golden-folder'

const DAY = 86_400

/** What the story leaves in the hands of its people. */
export interface StoryResult {
  readonly people: People
  readonly accessTokens: ReadonlyArray<string>
}

/** What instances do by themselves in the course of time. */
const letTimePass = async ({ must, advance }: Client): Promise<void> => {
  const settings = (json: object) => must('PUT', '/application/settings', { json })
  await settings({ deactivate_dormant_users: true, deactivate_dormant_users_period: 90 })
  await must('GET', '/user')
  await settings({
    delete_inactive_projects: true,
    inactive_projects_min_size_mb: 0,
    inactive_projects_send_warning_email_after_months: 1,
    inactive_projects_delete_after_months: 24,
  })
  await advance(45 * DAY)
  await advance(DAY)
  await settings({ delete_inactive_projects: false, deactivate_dormant_users: false })
}

/** One long story in which everything occurs that the API, git, package managers, OAuth clients and browsers can make happen. */
export const runStory = async (client: Client, restart: (release: string) => Promise<void>): Promise<StoryResult> => {
  const step = (name: string): void => void process.stdout.write(`${name}\n`)
  step('identity')
  const people = await makePeople(client)
  await makeUserStates(client)
  await makeTokens(client, people)
  step('pages')
  await visitPages(client)
  step('projects')
  const places = await makePlaces(client, people)
  step('planning')
  await plan(client, people, places)
  step('delivery')
  const jobToken = await deliver(client, people, places)
  step('packages')
  await publish(client, people, places, jobToken)
  step('review')
  await review(client, people, places)
  step('time')
  await letTimePass(client)
  await markPlaces(client, people)
  step('other releases')
  await restart('16.0')
  await changeProtection(client, people, places)
  await restart('14.0')
  await grantNonExpiringTokens(client)
  await restart('15.3')
  step('tokens')
  const accessTokens = await grantTokens(client)
  return { people, accessTokens }
}

/** The secrets of the folder, for those who open it. */
export const secretsOf = ({ people, accessTokens }: StoryResult) => ({
  administrator: ROOT_TOKEN,
  member: people.bob.token,
  password: PASSWORD,
  accessTokens,
})
