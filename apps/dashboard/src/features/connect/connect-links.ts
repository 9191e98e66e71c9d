/** Pages that the dialog leads to, with their anchors. */
export const connectLinks = (projectRef: string) => ({
  poolMode: `/project/${projectRef}/database/settings#connection-pooler`,
  pooling: `/project/${projectRef}/database/settings#connection-pooling`,
  ipv4: `/project/${projectRef}/settings/addons?panel=ipv4`,
  apiKeys: `/project/${projectRef}/settings/api-keys`,
})
