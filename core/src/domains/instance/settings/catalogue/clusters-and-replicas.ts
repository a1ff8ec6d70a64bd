import { coerced, count, flag, fullText, oneLine, premium, text } from './builders.js'

/** Clusters and replicas of the instance. */
export const clusters = {
  cluster_integration_enabled: flag('Clusters may be made in the cloud account below.'),
  cluster_account_id: text('The number of the cloud account.', oneLine),
  cluster_access_key_id: text('The access key of the cloud account.', oneLine),
  cluster_secret_access_key: text('The secret of that access key.', { sealed: true, hidden: true }, oneLine),
  geo_node_allowed_ips: fullText('Addresses and ranges from which replicas may come.', premium, {
    maxLength: 255,
    check: 'addresses and networks',
  }),
  geo_status_timeout: count('How long a replica may take to answer.', premium, coerced, {
    above: 0,
    unit: 'seconds',
  }),
}
