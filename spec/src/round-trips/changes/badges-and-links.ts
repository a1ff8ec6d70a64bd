import type { Made, Place, Request, Write } from '../write.js'
import { groupOf, NAMED, NUMBERS, ONE, post, projectOf, put, remove, userOf, write } from './requests.js'

const ADDRESSES = { link_url: 'https://a.example', image_url: 'https://a.example/b' }

const badgeOf = ({ project }: Place): ReadonlyArray<(made: Made) => Request> => [
  () => post(`${project}/badges`, ADDRESSES),
]

const topicOf =
  (name: string) =>
  (_: Place, n: number): ReadonlyArray<(made: Made) => Request> => [
    () => post('/topics', { name: `${name}-${n}`, title: name }),
  ]

const otherIssue = ({ project }: Place): ReadonlyArray<(made: Made) => Request> => [
  () => post(`${project}/issues`, { title: 'other' }),
]

const linkTo = ({ project, issue }: Place, { iid }: Made): Request =>
  post(`${project}/issues/${issue}/links`, { target_project_id: project.split('/').at(-1), target_issue_iid: iid })

const shareWith = ({ project }: Place, _: number, { id }: Made): Request =>
  post(`${project}/share`, { group_id: id, group_access: 20 })

/** Stars, badges, shares, topics and links between issues. */
export const badgesAndLinksChanges: ReadonlyArray<Write> = [
  write('star a project', 1, ONE, (_, __, { id }) => post(`/projects/${id}/star`), projectOf('starred'), [
    'POST /projects/{id}/unstar',
  ]),
  write('follow a user', 1, ONE, (_, __, { id }) => post(`/users/${id}/follow`), userOf('followed'), [
    'POST /users/{user_id}/unfollow',
  ]),
  write('create a badge', 2, NUMBERS, ({ project }) => post(`${project}/badges`, ADDRESSES), undefined, [
    'POST /groups/{id}/badges',
  ]),
  write(
    'change a badge',
    1,
    ONE,
    ({ project }, n, { id }) => put(`${project}/badges/${id}`, { name: `n${n}` }),
    badgeOf,
    ['PUT /groups/{id}/badges/{badge_id}'],
  ),
  write('delete a badge', 1, ONE, ({ project }, _, { id }) => remove(`${project}/badges/${id}`), badgeOf, [
    'DELETE /groups/{id}/badges/{badge_id}',
  ]),
  write('share a project with a group', 2, NUMBERS, shareWith, groupOf('guests'), ['POST /groups/{id}/share']),
  write(
    'stop sharing with a group',
    1,
    ONE,
    ({ project }, _, { group_id }) => remove(`${project}/share/${group_id}`),
    (place, n) => [...groupOf('sharing')(place, n), (made) => shareWith(place, n, made)],
    ['DELETE /groups/{id}/share/{group_id}'],
  ),
  write('create a topic', 2, NAMED, (_, n) => post('/topics', { name: `t${n}`, title: 't' })),
  write('change a topic', 1, ONE, (_, n, { id }) => put(`/topics/${id}`, { title: `t${n}` }), topicOf('changed')),
  write('delete a topic', 1, ONE, (_, __, { id }) => remove(`/topics/${id}`), topicOf('deleted'), [
    'POST /topics/merge',
  ]),
  write(
    'clone an issue',
    2,
    NUMBERS,
    ({ project, issue }, _, { id }) => post(`${project}/issues/${issue}/clone`, { to_project_id: id }),
    projectOf('clones'),
  ),
  write(
    'move an issue',
    2,
    'numbers, its events and those of the old one',
    ({ project }, _, { project_id, iid }) =>
      post(`/projects/${project_id}/issues/${iid}/move`, { to_project_id: Number(project.split('/').at(-1)) }),
    (place, n) => [
      ...projectOf('moved-from')(place, n),
      ({ id }) => post(`/projects/${id}/issues`, { title: 'moves' }),
    ],
  ),
  write(
    'reorder an issue',
    1,
    ONE,
    ({ project, issue }, _, { id }) => put(`${project}/issues/${issue}/reorder`, { move_after_id: id }),
    otherIssue,
  ),
  write('link two issues', 2, NAMED, (place, _, other) => linkTo(place, other), otherIssue),
  write(
    'delete an issue link',
    1,
    ONE,
    ({ project, issue }, _, { id }) => remove(`${project}/issues/${issue}/links/${id}`),
    (place) => [...otherIssue(place), (other) => linkTo(place, other)],
  ),
]
