import { forwardsRequests } from '@forgefold/core/domains/packages/package'
import { notFound } from '@forgefold/core/kernel'
import { type Answer, answer, type Context, reject } from '../../../../http/index.js'

/** Where the public registries have a package, in the form that their protocol asks for. */
const PUBLIC = {
  npm: (name: string): string => `https://npm.example/${encodeURIComponent(name).replace('%40', '@')}`,
  pypi: (name: string): string => `https://python.example/simple/${encodeURIComponent(name)}/`,
}

/** What routes may answer that send clients elsewhere. */
export const ELSEWHERE = { 302: { description: 'It is not here; the public registry may have it' } }

/** What is said of a package that is not here: the address of the public registry where the settings forward to it, else 404 (docs/reference/behaviour/packages.md#forwarding). */
export const notHere = ({ forge }: Context, type: 'npm' | 'pypi', name: string): Answer =>
  forwardsRequests(forge, type)
    ? answer({ status: 302, headers: [['Location', PUBLIC[type](name)]] })
    : reject(notFound('Package'))
