import { forwardsRequests } from '@forgefold/core/domains/packages/package'
import { notFound } from '@forgefold/core/kernel'
import { type Answer, answer, type Context, reject } from '../../../../http/index.js'

/** The path of a package in a public registry, by protocol. */
const ADDRESSES = {
  npm: (registry: string, name: string): string => `${registry}/${encodeURIComponent(name).replace('%40', '@')}`,
  pypi: (index: string, name: string): string => `${index}/${encodeURIComponent(name)}/`,
}

/** The redirect that routes declare which forward to a public registry. */
export const REDIRECT_TO_PUBLIC_REGISTRY = { 302: { description: 'It is not here; the public registry may have it' } }

/** The URL of the public registry, where the settings forward to it and the instance knows it. */
export const publicRegistryOf = ({ forge }: Context, type: 'npm' | 'pypi'): string | undefined =>
  forwardsRequests(forge, type) ? forge.instance.publicRegistries?.[type] : undefined

/**
 * The answer for a missing package: a redirect to the public registry where the settings forward to it and the instance knows its URL, else
 * 404 (docs/reference/behaviour/packages.md#forwarding).
 */
export const forwardOrNotFound = (context: Context, type: 'npm' | 'pypi', name: string): Answer => {
  const registry = publicRegistryOf(context, type)
  return registry !== undefined
    ? answer({ status: 302, headers: [['Location', ADDRESSES[type](registry, name)]] })
    : reject(notFound('Package'))
}
