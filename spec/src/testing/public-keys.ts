/** Public keys that ssh-keygen and gpg made, with the fingerprints that they show; the private ones do not exist any more. */
export const PUBLIC_KEYS = {
  rsa: {
    text: 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQCbIkANbUSY00MVVi/2sUTGCpCKwG7GNnJZkUfYRRAuRwGZx4mI+bVKe7TfpTzz0KrAs+6aQN5xOwayAgd2LMPEMZhRRerjJVoIigDwntzfe44w53KAewgwVbPPQ3vyo+W3FhCXfJa0ZqowkY4AImzDizy5vhG0ePowkNPvcQKGdFfefd/9UldIHTuj3tvEQpIWpJ/ntyySgo/X1sN+IwEXMRP8k2NR78pn2mi91QjRnCzAncp3g+oUhLvDYWGJzmMtQ4uSj+0UBpJorWlyoIXE82XI6pC9if5ew3tASLYeM7JIJ9FgAzDZ/hU/TP14ICMsgzUwE8fbhp89Fct9Gn4F ann@laptop',
    sha256: 'SHA256:UNmUf68O2UN+gGiZxDiTOPdDNyY7dw2/mpVoLmH93BA',
  },
  ed25519: {
    text: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICtEKXryvDPAEoeSqHzAnNdSyyt11iIHdmXxdgwFk6MH',
    sha256: 'SHA256:A+AZbT2axgt50OpD05sDYcDz2yfZNPemcdH89l8Kx5E',
    md5: '8f:26:7f:57:61:95:7d:c7:bd:87:d3:dc:9a:3d:d3:6f',
  },
  ecdsa: {
    text: 'ecdsa-sha2-nistp384 AAAAE2VjZHNhLXNoYTItbmlzdHAzODQAAAAIbmlzdHAzODQAAABhBP89hR8DNLy35sNN6QAPrhn8jeBy/ctPnEGdAz2m0z02Z7NaztKEc/FL8nl1BJLXSmkXycqUVjBYk2zyFi4HR59nqM9wqWEcWThZRA7w1+Q58eEkLtYF7MCL4yXfBgw3lg== x y',
    sha256: 'SHA256:ZPaggPttAva13jKdoishrn40UMtw4jk5Wfv62Au8eyU',
  },
  pgp: {
    text: `-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEawNfKhYJKwYBBAHaRw8BAQdA6rJ4lnpjTqG2oUulYceV5Z0hwwmAQt9ohx80
3/nGIEC0FUFubiA8YW5uQGV4YW1wbGUuY29tPoiWBBMWCAA+FiEELF2CufZCYWVm
0ySJJka+40pFu+cFAmsDXyoCGwMFCQPCZwAFCwkIBwIGFQoJCAsCBBYCAwECHgEC
F4AACgkQJka+40pFu+eKEAD/c9+hcz8uvPK730YMJ79+99NPUwfl8FOMTA94tY9S
drcA/05vxaufrYdWwBZP8WPbViLye6YbiRQrKfQbdqUmXb0B
=f+11
-----END PGP PUBLIC KEY BLOCK-----`,
    fingerprint: '2C5D82B9F642616566D324892646BEE34A45BBE7',
  },
} as const
