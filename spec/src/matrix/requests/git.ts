import type { Making, Requests } from './sent.js'

const FLUSH = Buffer.from('0000')

const advertisement =
  (service: string): Making =>
  ({ path }) => ({ at: { project: path }, query: `service=${service}` })

const talk =
  (service: string): Making =>
  ({ path }) => ({
    at: { project: path },
    bytes: FLUSH,
    headers: { 'content-type': `application/x-${service}-request` },
  })

export const gitRequests: Requests = {
  'GET /*project.git/info/refs for git-upload-pack': advertisement('git-upload-pack'),
  'GET /*project.git/info/refs for git-receive-pack': advertisement('git-receive-pack'),
  'POST /*project.git/git-upload-pack': talk('git-upload-pack'),
  'POST /*project.git/git-receive-pack': talk('git-receive-pack'),
  'GET /*project/-/raw/*file': ({ path }) => ({ at: { project: path, file: 'main/README.md' } }),
}
