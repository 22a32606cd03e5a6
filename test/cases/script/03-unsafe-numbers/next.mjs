export default ({ id, n, list, ...rest }) => ({
  id,
  kind: typeof n,
  n: typeof n === 'bigint' ? n + 1n : n,
  list: list?.filter(({ keep }) => keep),
  ...rest,
});
