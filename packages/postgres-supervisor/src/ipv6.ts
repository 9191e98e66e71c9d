import { networkInterfaces } from 'node:os'

/** Whether a program on this machine can listen on IPv6. */
export const machineHasIpv6 = () =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ family }) => family === 'IPv6'))
