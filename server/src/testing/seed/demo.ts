import { type SeedBuilder, seed } from './builder.js'

/**
 * A small sample world: a team, a group, an application with a history, reviews and deployments.
 *
 * @example
 * import assert from 'node:assert/strict'
 * import { demoSeed, startForge } from '@forgefold/testing'
 *
 * const forge = await startForge({ seed: demoSeed(), port: false })
 * const projects = await forge.as('root').fetch('/api/v4/projects')
 * assert.notDeepEqual(await projects.json(), [])
 * await forge.close()
 */
export const demoSeed = (): SeedBuilder =>
  seed()
    .user('jane', { name: 'Jane Doe' })
    .user('omar', { name: 'Omar Haddad' })
    .user('lin', { name: 'Lin Chen' })
    .group('harbour', {
      name: 'Harbour',
      visibility: 'internal',
      members: { jane: 'maintainer', omar: 'developer', lin: 'reporter' },
    })
    .project('harbour/timetable', (project) =>
      project
        .commit(
          'Begin the timetable',
          { 'README.md': '# Timetable\n\nWhen the ferries leave.\n', 'ferries.csv': 'from,to,at\n' },
          { author: 'jane' },
        )
        .commit(
          'Add the morning ferries',
          { 'ferries.csv': 'from,to,at\nPier 1,Island,07:10\nPier 1,Island,08:40\n' },
          { author: 'jane', at: '2024-03-04T09:00:00Z' },
        )
        .commit(
          'Add the evening ferries',
          { 'evening.csv': 'from,to,at\nIsland,Pier 1,18:20\n' },
          { author: 'omar', branch: 'evening', at: '2024-03-05T10:30:00Z' },
        )
        .commit(
          'Tell of delays',
          { 'delays.md': '# Delays\n' },
          { author: 'omar', branch: 'delays', at: '2024-03-06T14:00:00Z' },
        )
        .tag('v1.0')
        .issue('The 08:40 ferry is shown twice', {
          author: 'lin',
          description: 'On the small screen.',
          labels: ['bug'],
        })
        .issue('Show delays', { author: 'jane', labels: ['wish'] })
        .mergeRequest('evening', {
          author: 'omar',
          title: 'Add the evening ferries',
          at: '2024-03-07T09:00:00Z',
          discussions: [
            { body: 'Is 18:20 right in winter, too?', author: 'jane', replies: [{ body: 'It is.', author: 'omar' }] },
          ],
          approvals: ['jane'],
          state: 'merged',
        })
        .mergeRequest('delays', { author: 'omar', title: 'Tell of delays', description: 'For the second issue.' })
        .deployment('staging', { author: 'jane', at: '2024-03-07T10:00:00Z' })
        .deployment('production', { author: 'jane', ref: 'v1.0', at: '2024-03-07T11:00:00Z' }),
    )
