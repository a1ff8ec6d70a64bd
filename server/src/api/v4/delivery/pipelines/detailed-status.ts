import type { CiStatus } from '@forgefold/core/domains/delivery/pipeline'

interface Look {
  readonly text: string
  readonly label: string
  readonly icon: string
  readonly group: string
  readonly favicon: string
}

const look = (text: string, label: string, icon: string, group: string, favicon = icon): Look => ({
  text,
  label,
  icon: `status_${icon}`,
  group,
  favicon: `favicon_status_${favicon}`,
})

/** The appearance of each status (docs/reference/behaviour/delivery.md#single-pipeline). */
const LOOKS: Readonly<Record<CiStatus, Look>> = {
  created: look('created', 'created', 'created', 'created'),
  waiting_for_resource: look('waiting', 'waiting for resource', 'pending', 'waiting-for-resource'),
  preparing: look('preparing', 'preparing', 'preparing', 'preparing'),
  pending: look('pending', 'pending', 'pending', 'pending'),
  running: look('running', 'running', 'running', 'running'),
  success: look('passed', 'passed', 'success', 'success'),
  failed: look('failed', 'failed', 'failed', 'failed'),
  canceled: look('canceled', 'canceled', 'canceled', 'canceled'),
  skipped: look('skipped', 'skipped', 'skipped', 'skipped'),
  manual: look('blocked', 'waiting for manual action', 'manual', 'manual'),
  scheduled: look('delayed', 'waiting for delayed job', 'scheduled', 'scheduled'),
}

const WARNED = look('passed', 'passed with warnings', 'warning', 'success-with-warnings', 'success')

/** The status as pages show it. */
export const presentDetailedStatus = (status: CiStatus, warnings: boolean, detailsPath: string) => {
  const shown = status === 'success' && warnings ? WARNED : LOOKS[status]
  return {
    icon: shown.icon,
    text: shown.text,
    label: shown.label,
    group: shown.group,
    tooltip: shown.label,
    has_details: true,
    details_path: detailsPath,
    illustration: null,
    favicon: `/assets/ci_favicons/${shown.favicon}.png`,
  }
}
