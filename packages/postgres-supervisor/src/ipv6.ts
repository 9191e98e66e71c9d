import { networkInterfaces } from 'node:os'

/** Whether anything on this machine could listen on IPv6. */
export const machineHasIpv6 = () =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ family }) => family === 'IPv6'))
