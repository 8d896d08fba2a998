-- Neovim (0.7, Debian's, or newer) as a client of `stet lsp`, without a screen, in a folder that scripts/clients.sh makes:
--   STET=target/debug/stet nvim --headless -u NONE -S neovim.lua draft.md
local function fail(why)
  io.stderr:write('FAILED: ' .. why .. '\n')
  vim.cmd('cquit 1')
end
local function until_(what, is)
  if not vim.wait(60000, is, 100) then fail('never came: ' .. what) end
end
local buffer = vim.api.nvim_get_current_buf()
local folder = vim.fn.getcwd()
local id = vim.lsp.start_client({ name = 'stet', cmd = { vim.env.STET, 'lsp', '--quick' }, root_dir = folder, workspace_folders = { { uri = vim.uri_from_fname(folder), name = 'garden' } } })
until_('the server', function() return vim.lsp.get_client_by_id(id).initialized end)
vim.lsp.buf_attach_client(buffer, id)
local client = vim.lsp.get_client_by_id(id)
local uri = vim.uri_from_bufnr(buffer)
local function request(method, params)
  local answer = client.request_sync(method, params, 60000, buffer)
  if answer == nil or answer.err then fail(method .. ': ' .. vim.inspect(answer)) end
  return answer.result
end
request('workspace/executeCommand', { command = 'stet.verify', arguments = { uri } })
local function errors()
  return vim.diagnostic.get(buffer, { severity = vim.diagnostic.severity.ERROR })
end
until_('a finding in each language', function() return #errors() == 2 end)
local hover = request('textDocument/hover', { textDocument = { uri = uri }, position = { line = 2, character = 3 } })
if not hover.contents.value:find('120 square metres', 1, true) then fail('hover: ' .. hover.contents.value) end
local found = errors()[1].user_data.lsp
local range = { start = { line = 0, character = 3 }, ['end'] = { line = 0, character = 3 } }
local actions = request('textDocument/codeAction', { textDocument = { uri = uri }, range = range, context = { diagnostics = { found } } })
vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding)
local line = vim.api.nvim_buf_get_lines(buffer, 0, 1, false)[1]
if not line:find('42 euros', 1, true) then fail('the mended line: ' .. line) end
until_('one finding fewer', function() return #errors() == 1 end)
print('ok Neovim ' .. tostring(vim.version().major) .. '.' .. tostring(vim.version().minor) .. '.' .. tostring(vim.version().patch) .. '\n')
vim.cmd('qall!')
