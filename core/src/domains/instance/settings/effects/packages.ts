import type { Settings } from '../catalogue.js'

/** Whether the settings promise to look for a missing npm package in the public registry. */
export const npmForwarding = (settings: Settings): boolean => settings.npm_package_requests_forwarding

/** The same of PyPI. */
export const pypiForwarding = (settings: Settings): boolean => settings.pypi_package_requests_forwarding
