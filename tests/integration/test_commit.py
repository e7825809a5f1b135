"""``commit`` in real Git repositories: what goes into the commit, what stays out, and what refuses it."""

from __future__ import annotations

import hashlib
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from gitops_gen.errors import GitError
from gitops_gen.write.branch import find_branch
from gitops_gen.write.git import Git
from tests.git_platform import TEAM, edit_team, files_of, git, head, make_git_platform
from tests.unit.cli_platform import call


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_git_platform(tmp_path_factory.mktemp("commit") / "platform")


@pytest.fixture
def root(template: Path, tmp_path: Path) -> Path:
    shutil.copytree(template, tmp_path / "platform", symlinks=True)
    git(tmp_path / "platform", "status")  # its index knows the copies' inodes
    return tmp_path / "platform"


def hook(root: Path, name: str, script: str) -> None:
    path = root / ".git" / "hooks" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def assert_whole(root: Path) -> None:
    """What a fresh clone of the commit holds is what its specs say."""
    clone = root.parent / "clone"
    git(root.parent, "clone", "-q", "--no-local", str(root), str(clone))
    try:
        done = call("generate", "--check", "-C", clone)
        assert done.exit_code == 0, done.output
    finally:
        shutil.rmtree(clone)


class TestWhatIsCommitted:
    def test_specs_and_output_alone(self, root: Path) -> None:
        edit_team(root)
        before = head(root)
        (root / "notes.txt").write_text("mine")
        (root / "README.md").write_text("changed, not staged")
        (root / ".gitattributes").write_text("* -text\n")
        git(root, "add", ".gitattributes")
        done = call("commit", "-C", root)
        assert done.exit_code == 0, done.output
        assert head(root, "HEAD~") == before
        changed = files_of(root)
        assert TEAM in changed
        assert "generated/.gitops-gen/index.json" in changed
        assert {path.split("/")[0] for path in changed} == {"profiles", "generated"}
        assert "left alone: .gitattributes\nleft alone: README.md\nleft alone: notes.txt\n" in done.output
        assert f"committed {head(root)[:12]} on main: {len(changed)} files" in done.output
        assert git(root, "status", "--porcelain") == "M  .gitattributes\n M README.md\n?? notes.txt"
        assert_whole(root)

    def test_files_of_others_in_the_output_directory(self, root: Path) -> None:
        """They are tracked, and changed: that is for whoever owns them to commit."""
        mine = root / "generated/dev-1/mine.yaml"
        mine.write_text("kind: Mine\n")
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", "Mine")
        mine.write_text("kind: Mine\nchanged: true\n")
        edit_team(root)
        done = call("commit", "-C", root)
        assert done.exit_code == 0, done.output
        assert "foreign: generated/dev-1/mine.yaml (left alone)\n" in done.output
        assert "left alone: generated/dev-1/mine.yaml\n" in done.output
        assert git(root, "status", "--porcelain") == " M generated/dev-1/mine.yaml"

    def test_a_spec_that_is_new_and_one_that_is_gone(self, root: Path) -> None:
        moved = root / "profiles/teams/people/vision.yaml"
        moved.parent.mkdir()
        (root / TEAM).rename(moved)
        git(root, "add", "-A")  # staged, all of it or a part, makes no difference
        assert call("commit", "-C", root).exit_code == 0
        assert {TEAM, "profiles/teams/people/vision.yaml"} <= set(files_of(root))
        assert git(root, "status", "--porcelain") == ""
        assert_whole(root)

    def test_what_was_staged_and_edited_again_is_committed_as_it_is_compiled(self, root: Path) -> None:
        edit_team(root, "3030")
        git(root, "add", TEAM)
        edit_team(root, "4040")
        assert call("commit", "-C", root).exit_code == 0
        assert 'costCenter: "4040"' in git(root, "show", f"HEAD:{TEAM}")
        assert git(root, "status", "--porcelain") == ""

    def test_nothing_changed(self, root: Path) -> None:
        before = head(root)
        done = call("commit", "-C", root)
        assert done.exit_code == 0
        assert done.output.endswith("nothing to commit: main holds the specs and what comes out of them\n")
        assert head(root) == before

    def test_output_that_was_left_uncommitted(self, root: Path) -> None:
        edit_team(root)
        git(root, "commit", "-q", "-a", "-m", "Specs alone")
        assert call("generate", "-C", root).exit_code == 0
        assert call("commit", "-C", root).exit_code == 0
        assert git(root, "log", "-1", "--format=%s").startswith("Compile with gitops-gen ")
        assert_whole(root)

    def test_a_first_commit(self, root: Path) -> None:
        shutil.rmtree(root / ".git")
        git(root, "init", "-q")
        assert call("commit", "-C", root).exit_code == 0
        assert git(root, "rev-list", "--count", "HEAD") == "1"
        assert_whole(root)

    def test_the_same_commit_from_the_same_state(self, root: Path, tmp_path: Path) -> None:
        edit_team(root)
        other = tmp_path / "other"
        shutil.copytree(root, other)
        for each in (root, other):
            assert call("commit", "-C", each).exit_code == 0
        assert head(root) == head(other)


class TestMessage:
    def test_the_default_says_what_changed(self, root: Path) -> None:
        edit_team(root)
        assert call("commit", "-C", root).exit_code == 0
        outputs = [path for path in files_of(root) if path.startswith("generated/") and "/." not in path]
        subject, blank, *trailers = git(root, "log", "-1", "--format=%B").splitlines()
        assert subject == f"Compile {TEAM}: {len(outputs)} files in dev-1, prod-1"
        assert blank == ""
        assert [line.split(": ")[0] for line in trailers] == ["Gitops-Gen-Spec-Digest", "Gitops-Gen-Version"]

    def test_the_digest_can_be_made_again_with_sha256sum(self, root: Path) -> None:
        edit_team(root)
        assert call("commit", "-C", root).exit_code == 0
        lines = subprocess.run(
            "git ls-files profiles environments | grep -E '\\.ya?ml$' | LC_ALL=C sort | xargs sha256sum",
            shell=True, cwd=root, capture_output=True, check=True,
        ).stdout  # fmt: skip
        trailer = git(root, "log", "-1", "--format=%(trailers:key=Gitops-Gen-Spec-Digest,valueonly)").strip()
        assert trailer == f"sha256:{hashlib.sha256(lines).hexdigest()}"

    def test_message_and_author_of_ones_own(self, root: Path) -> None:
        edit_team(root)
        message = "Give vision a cost center\n\nFinance asked.\n\nReviewed-by: Somebody <s@acme.example>"
        done = call("commit", "-C", root, "-m", message, "--author", "Zoë Q <zoe@acme.example>")
        assert done.exit_code == 0, done.output
        assert git(root, "log", "-1", "--format=%an <%ae>, %cn") == "Zoë Q <zoe@acme.example>, A Committer"
        assert git(root, "log", "-1", "--format=%s") == "Give vision a cost center"
        assert git(root, "log", "-1", "--format=%(trailers:key=Reviewed-by,valueonly)").strip().startswith("Somebody")
        assert git(root, "log", "-1", "--format=%(trailers:key=Gitops-Gen-Version,valueonly)").strip()

    @pytest.mark.parametrize("author", ["nobody", "A <a>b>", "<a@b>", "A\nB <a@b>", ""])
    def test_no_author(self, root: Path, author: str) -> None:
        edit_team(root)
        before = head(root)
        done = call("commit", "-C", root, "--author", author)
        assert done.exit_code == 2
        assert "is no author" in done.stderr
        assert head(root) == before
        assert git(root, "status", "--porcelain") == f" M {TEAM}", "refused before anything was written"


class TestRefusals:
    def refused(self, root: Path, *arguments: str, code: int) -> str:
        before = head(root)
        done = call("commit", "-C", root, *arguments)
        assert done.exit_code == code, done.output
        assert head(root) == before
        return done.output

    def test_an_error(self, root: Path) -> None:
        (root / TEAM).write_text((root / TEAM).read_text().replace("department: research", "department: nowhere"))
        said = self.refused(root, code=1)
        assert f"{TEAM}:9:" in said
        assert said.endswith("nothing was committed: the specs have errors\n")

    def test_a_hand_edited_file(self, root: Path) -> None:
        path = root / "generated/dev-1/teams/vision-dev/resourcequota-gpu.yaml"
        path.write_text(path.read_text().replace("hard:", "hard: # more"))
        edit_team(root)
        said = self.refused(root, code=1)
        assert "hand-edited: generated/dev-1/teams/vision-dev/resourcequota-gpu.yaml\n" in said
        assert said.endswith("nothing was committed\n")
        assert "# more" in path.read_text(), "the edit is kept"

    def test_a_hand_edited_file_that_is_no_longer_wanted(self, root: Path) -> None:
        path = root / "generated/dev-1/teams/vision-dev/resourcequota-gpu.yaml"
        text = path.read_text()
        shutil.rmtree(path.parent)
        (root / "environments/dev/allocations/vision-dev.yaml").unlink()
        path.parent.mkdir()
        path.write_text(text + "# mine\n")
        assert "hand-edited" in self.refused(root, code=1)
        assert path.exists()

    def test_a_file_that_is_not_ours(self, root: Path) -> None:
        name = "teams/vision-dev/resourcequota-gpu.yaml"
        (root / "generated/dev-1" / name).write_text("mine: true\n")
        index = root / "generated/.gitops-gen/index.json"
        index.write_text("".join(line for line in index.read_text().splitlines(True) if f"dev-1/{name}" not in line))
        assert f"blocked: generated/dev-1/{name}" in self.refused(root, code=1)

    def test_a_spec_that_git_ignores(self, root: Path) -> None:
        (root / ".gitignore").write_text("*-private.yaml\n")
        (root / TEAM).rename(root / "profiles/teams/vision-private.yaml")
        said = self.refused(root, code=2)
        assert "profiles/teams/vision-private.yaml is compiled, and a .gitignore keeps it out of Git" in said

    def test_a_filter_that_changes_bytes(self, root: Path) -> None:
        git(root, "config", "filter.upper.clean", "tr a-z A-Z")
        (root / ".gitattributes").write_text("profiles/** filter=upper\n")
        edit_team(root)
        assert "Git would store" in self.refused(root, code=2)

    def test_line_ends_that_git_would_convert(self, root: Path) -> None:
        """Under autocrlf a spec with carriage returns is stored without: another digest, and another clone."""
        (root / ".gitattributes").unlink()
        git(root, "config", "core.autocrlf", "true")
        (root / TEAM).write_bytes((root / TEAM).read_bytes().replace(b"\n", b"\r\n"))
        assert "core.autocrlf" in self.refused(root, code=2)

    def test_a_merge_in_progress(self, root: Path) -> None:
        (root / ".git" / "MERGE_HEAD").write_text(head(root) + "\n")
        edit_team(root)
        assert "a merge is in progress; end it first: git merge --continue" in self.refused(root, code=2)

    def test_a_detached_head(self, root: Path) -> None:
        git(root, "checkout", "-q", "--detach")
        edit_team(root)
        assert "HEAD is detached: name a branch with --branch" in self.refused(root, code=2)
        done = call("commit", "-C", root, "--branch", "fix")
        assert done.exit_code == 0, done.output
        assert head(root, "fix~") == head(root)

    @pytest.mark.parametrize("name", ["index.lock", "HEAD.lock", "packed-refs.lock", "refs/heads/main.lock"])
    def test_a_leftover_lock(self, root: Path, name: str) -> None:
        lock = root / ".git" / name
        lock.touch()
        edit_team(root)
        said = self.refused(root, code=2)
        assert f"if none runs here any more, remove it: rm '{lock.resolve()}'" in said
        assert lock.exists(), "only a person knows that nobody is at work"
        assert git(root, "status", "--porcelain") == f" M {TEAM}"

    @pytest.mark.parametrize("name", ["-d", "a..b", "@{-1}", "refs/../x", "a b", "x.lock", ""])
    def test_no_name_for_a_branch(self, root: Path, name: str) -> None:
        assert "cannot be the name of a branch" in self.refused(root, f"--branch={name}", code=2)

    def test_no_repository(self, root: Path) -> None:
        shutil.rmtree(root / ".git")
        done = call("commit", "-C", root)
        assert done.exit_code == 2
        assert "this folder is in no Git repository; run: git init" in done.stderr

    def test_inside_a_hook_of_git(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("GIT_DIR", str(root / ".git"))
        assert "GIT_DIR is set" in call("commit", "-C", root).stderr

    def test_nobody_to_commit_as(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL", "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL"):
            monkeypatch.delenv(name)
        git(root, "config", "user.useConfigOnly", "true")
        edit_team(root)
        done = call("commit", "-C", root)
        assert done.exit_code == 2
        assert 'run: git config user.name "..."' in done.stderr
        assert git(root, "status", "--porcelain") == f" M {TEAM}"

    def test_specs_outside_a_sparse_checkout(self, root: Path) -> None:
        """They would be compiled as if they were gone."""
        git(root, "sparse-checkout", "set", "--no-cone", "/*", "!/environments/dev/allocations")
        said = self.refused(root, code=2)
        assert "environments/dev/allocations/search-dev.yaml is outside the sparse checkout" in said
        assert git(root, "status", "--porcelain") == ""

    def test_output_outside_a_sparse_checkout(self, root: Path) -> None:
        git(root, "sparse-checkout", "set", "--no-cone", "/*", "!/generated/dev-1")
        edit_team(root)
        assert call("commit", "-C", root).exit_code == 0
        assert any(path.startswith("generated/dev-1/") for path in files_of(root))
        assert_whole(root)


class TestHooks:
    def test_all_four_run_in_order(self, root: Path) -> None:
        for name in ("pre-commit", "prepare-commit-msg", "commit-msg", "post-commit"):
            hook(root, name, f'echo "{name} $(pwd) $(git diff --cached --name-only | head -1)" >> .git/ran')
        edit_team(root)
        assert call("commit", "-C", root).exit_code == 0
        ran = [line.split(" ") for line in (root / ".git/ran").read_text().splitlines()]
        assert [words[0] for words in ran] == ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit"]
        assert {words[1] for words in ran} == {str(root.resolve())}
        assert all(words[2].startswith("generated/") for words in ran[:3]), "they see what will be committed"

    def test_pre_commit_refuses(self, root: Path) -> None:
        hook(root, "pre-commit", "echo 'no, because'; echo '::error::x' >&2; exit 1")
        edit_team(root)
        before = head(root)
        done = call("commit", "-C", root)
        assert done.exit_code == 2
        assert "error: the hook pre-commit refuses the commit; nothing was committed\n" in done.stderr
        assert "  | no, because\n" in done.stderr
        assert "\n::error" not in done.stderr
        assert head(root) == before
        assert call("commit", "-C", root, "--no-verify").exit_code == 0

    def test_commit_msg_refuses(self, root: Path) -> None:
        hook(root, "commit-msg", 'grep -q "^GPU-[0-9]" "$1" || { echo "no ticket"; exit 1; }')
        edit_team(root)
        done = call("commit", "-C", root)
        assert done.exit_code == 2
        assert "the hook commit-msg refuses the commit" in done.stderr
        assert "no ticket" in done.stderr
        assert call("commit", "-C", root, "-m", "GPU-1 More").exit_code == 0

    def test_commit_msg_edits_the_message(self, root: Path) -> None:
        hook(root, "commit-msg", 'echo "Signed-off-by: Hook <h@acme.example>" >> "$1"')
        edit_team(root)
        assert call("commit", "-C", root, "-m", "More").exit_code == 0
        assert git(root, "log", "-1", "--format=%B").splitlines()[-1] == "Signed-off-by: Hook <h@acme.example>"

    def test_a_hook_empties_the_message(self, root: Path) -> None:
        hook(root, "prepare-commit-msg", ': > "$1"')
        edit_team(root)
        assert "a hook has emptied the message" in call("commit", "-C", root).stderr

    @pytest.mark.parametrize(
        ("script", "said"),
        [
            (f"echo '# more' >> {TEAM}; git add {TEAM}", "has changed while this ran"),
            ("echo x > extra; git add extra", "a hook put extra into the commit"),
            (f"git rm -q --cached {TEAM}", "would not be in the commit"),
            (
                f"git update-index --cacheinfo 100644,$(echo x | git hash-object -w --stdin),{TEAM}",
                "a hook has staged something else",
            ),
            ("cp profiles/teams/search.yaml profiles/teams/b.yaml; git add profiles", "is not what was compiled"),
            (f"ln -sf search.yaml {TEAM}; git add {TEAM}", "is a link or a submodule"),
        ],
    )
    def test_a_hook_changes_what_was_proven(self, root: Path, script: str, said: str) -> None:
        hook(root, "pre-commit", script)
        edit_team(root)
        before = head(root)
        done = call("commit", "-C", root)
        assert done.exit_code == 2
        assert said in done.stderr
        assert head(root) == before

    def test_post_commit_fails(self, root: Path) -> None:
        hook(root, "post-commit", "echo late; exit 3")
        edit_team(root)
        done = call("commit", "-C", root)
        assert done.exit_code == 0
        assert "warning: the commit is made, but the hook post-commit failed: late" in done.stderr

    def test_hooks_at_another_place(self, root: Path) -> None:
        hook(root, "pre-commit", "exit 1")
        (root / ".git/hooks").rename(root / "hooks")
        git(root, "config", "core.hooksPath", "hooks")
        edit_team(root)
        assert "the hook pre-commit refuses" in call("commit", "-C", root).stderr


class TestPlaces:
    def test_a_folder_named_from_where_one_stands(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        hook(root, "pre-commit", "git diff --cached --name-only > .git/seen")
        edit_team(root)
        monkeypatch.chdir(root.parent)
        done = call("commit", "-C", root.name)
        assert done.exit_code == 0, done.output
        assert TEAM in files_of(root)
        assert (root / ".git/seen").read_text().splitlines() == files_of(root)

    def test_a_folder_below_the_top(self, tmp_path: Path) -> None:
        root = make_git_platform(tmp_path / "top", "gpu/platform")
        edit_team(root)
        (tmp_path / "top" / "beside.txt").write_text("mine")
        hook(tmp_path / "top", "pre-commit", "git diff --cached --name-only > .git/seen")
        done = call("commit", "-C", root)
        assert done.exit_code == 0, done.output
        assert {path.split("/")[0] for path in files_of(root)} == {"gpu"}
        assert "left alone: beside.txt" in done.output
        assert git(root, "status", "--porcelain") == "?? beside.txt"
        assert git(root, "log", "-1", "--format=%s").startswith(f"Compile {TEAM}: ")
        assert (tmp_path / "top/.git/seen").read_text().splitlines() == files_of(root)
        application = root / "generated/prod-1/bootstrap/application-prod-1-root.yaml"
        assert (
            yaml.safe_load(application.read_bytes())["spec"]["source"]["path"] == "gpu/platform/generated/prod-1/gitops"
        )

    @pytest.mark.parametrize("cached", [True, False])
    def test_a_folder_that_the_specs_do_not_name(self, tmp_path: Path, *, cached: bool) -> None:
        """The agents would look for the generated files at another place."""
        root = make_git_platform(tmp_path / "top", "gpu")
        (root / "profiles/platform.yaml").write_text(
            (root / "profiles/platform.yaml").read_text().replace(", folder: gpu}", "}")
        )
        assert call("generate", "-C", root).exit_code == 0
        done = call("commit", "-C", root, *([] if cached else ["--no-cache"]))
        assert done.exit_code == 2
        assert "this is gpu of the Git repository" in done.stderr
        assert "write folder: gpu there" in done.stderr

    def test_two_platforms_in_one_repository(self, tmp_path: Path) -> None:
        one = make_git_platform(tmp_path / "top", "one")
        assert call("init", tmp_path / "top/two", "--ci", "none").exit_code == 0
        assert call("commit", "-C", tmp_path / "top/two").exit_code == 0
        edit_team(one)
        assert call("commit", "-C", one).exit_code == 0
        assert {path.split("/")[0] for path in files_of(one)} == {"one"}

    def test_a_worktree(self, root: Path, tmp_path: Path) -> None:
        tree = tmp_path / "tree"
        git(root, "worktree", "add", "-q", "-b", "more", str(tree))
        edit_team(tree)
        before = head(root)
        assert call("commit", "-C", tree).exit_code == 0
        assert head(root, "more~") == before == head(root)
        assert git(tree, "status", "--porcelain") == git(root, "status", "--porcelain") == ""
        edit_team(root, "5050")
        done = call("commit", "-C", root, "--branch", "more")
        assert done.exit_code == 2
        assert f"branch more is checked out in {tree.resolve()}; commit there" in done.stderr

    def test_a_shallow_clone(self, root: Path, tmp_path: Path) -> None:
        for number in range(3):
            git(root, "commit", "-q", "--allow-empty", "-m", str(number))
        clone = tmp_path / "shallow"
        git(tmp_path, "clone", "-q", "--depth", "1", root.resolve().as_uri(), str(clone))
        edit_team(clone)
        assert call("commit", "-C", clone).exit_code == 0
        git(clone, "push", "-q", "origin", "HEAD:refs/heads/shallow")
        assert head(root, "shallow~") == head(root)

    def test_a_bare_repository(self, root: Path, tmp_path: Path) -> None:
        git(root, "clone", "-q", "--bare", str(root), str(tmp_path / "bare"))
        assert "this is a bare repository" in call("commit", "-C", tmp_path / "bare").stderr

    def test_objects_named_by_sha256(self, root: Path) -> None:
        shutil.rmtree(root / ".git")
        git(root, "init", "-q", "--object-format=sha256")
        assert call("commit", "-C", root).exit_code == 0
        assert len(head(root)) == 64

    def test_names_that_are_no_utf8(self, root: Path) -> None:
        """Beside the specs anything may lie."""
        odd = Path(str(root).encode().decode()) / b"odd-\xff\n::error::.txt".decode(errors="surrogateescape")
        odd.write_text("mine")
        edit_team(root)
        done = call("commit", "-C", root)
        assert done.exit_code == 0, done.output
        assert "left alone: odd-\\udcff\\n::error::.txt\n" in done.output


class TestBranch:
    def test_another_branch_is_made_and_moved(self, root: Path) -> None:
        before = head(root)
        edit_team(root)
        assert call("commit", "-C", root, "--branch", "more").exit_code == 0
        assert head(root) == before == head(root, "more~")
        assert git(root, "symbolic-ref", "--short", "HEAD") == "main"
        assert TEAM in git(root, "status", "--porcelain"), "the work tree is ahead of the branch that is checked out"
        first = head(root, "more")
        edit_team(root, "7070")
        assert call("commit", "-C", root, "--branch", "more").exit_code == 0
        assert head(root, "more~") == first

    def test_a_branch_that_moved_meanwhile(self, root: Path) -> None:
        hook(root, "commit-msg", "git commit-tree HEAD^{tree} -p HEAD -m other | xargs git update-ref refs/heads/main")
        edit_team(root)
        before = head(root)
        done = call("commit", "-C", root)
        assert done.exit_code == 2
        assert f"branch main has moved while this ran, from {before[:12]} to {head(root)[:12]}" in done.stderr
        assert git(root, "log", "-1", "--format=%s") == "other"
        (root / ".git/hooks/commit-msg").unlink()
        assert call("commit", "-C", root).exit_code == 0
        assert git(root, "log", "-1", "--format=%s", "HEAD~") == "other"

    def test_the_move_is_a_compare_and_swap(self, root: Path) -> None:
        repository = Git(root)
        branch = find_branch(repository, None)
        made = git(root, "commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", "ours")
        other = git(root, "commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", "theirs")
        git(root, "update-ref", "refs/heads/main", other)
        with pytest.raises(GitError, match="has moved while this ran"):
            branch.move(repository, made)
        assert head(root) == other


class TestSigning:
    @pytest.fixture
    def signer(self, root: Path, tmp_path: Path) -> Path:
        if shutil.which("ssh-keygen") is None:
            pytest.skip("ssh-keygen is not installed: signing is not tested")
        key = tmp_path / "key"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
        (tmp_path / "allowed").write_text(f"committer@acme.example {key.with_suffix('.pub').read_text()}")
        git(root, "config", "gpg.format", "ssh")
        git(root, "config", "user.signingKey", str(key))
        git(root, "config", "gpg.ssh.allowedSignersFile", str(tmp_path / "allowed"))
        return root

    def test_signed(self, signer: Path) -> None:
        edit_team(signer)
        done = call("commit", "-C", signer, "--sign")
        assert done.exit_code == 0, done.output
        git(signer, "verify-commit", "HEAD")

    def test_as_configured(self, signer: Path) -> None:
        git(signer, "config", "commit.gpgSign", "true")
        edit_team(signer)
        assert call("commit", "-C", signer).exit_code == 0
        git(signer, "verify-commit", "HEAD")
        edit_team(signer, "8080")
        assert call("commit", "-C", signer, "--no-sign").exit_code == 0
        assert "gpgsig" not in git(signer, "cat-file", "commit", "HEAD")

    def test_no_key(self, root: Path) -> None:
        git(root, "config", "gpg.format", "ssh")
        git(root, "config", "user.signingKey", str(root / "nowhere"))
        edit_team(root)
        before = head(root)
        done = call("commit", "-C", root, "--sign")
        assert done.exit_code == 2
        assert "the commit cannot be signed" in done.stderr
        assert head(root) == before


class TestPush:
    @pytest.fixture
    def remote(self, root: Path, tmp_path: Path) -> Path:
        git(tmp_path, "init", "-q", "--bare", "remote.git")
        git(root, "remote", "add", "origin", str(tmp_path / "remote.git"))
        git(root, "push", "-q", "origin", "main")
        return tmp_path / "remote.git"

    def test_pushed(self, root: Path, remote: Path) -> None:
        edit_team(root)
        done = call("commit", "-C", root, "--push")
        assert done.exit_code == 0, done.output
        assert done.output.endswith(f"pushed {head(root)[:12]} to origin, branch main\n")
        assert head(remote, "main") == head(root)

    def test_an_earlier_commit_is_pushed_too(self, root: Path, remote: Path) -> None:
        edit_team(root)
        assert call("commit", "-C", root).exit_code == 0
        assert call("commit", "-C", root, "--push").exit_code == 0
        assert head(remote, "main") == head(root)

    def test_rejected(self, root: Path, remote: Path, tmp_path: Path) -> None:
        other = tmp_path / "other"
        git(tmp_path, "clone", "-q", str(remote), str(other))
        git(other, "commit", "-q", "--allow-empty", "-m", "first")
        git(other, "push", "-q", "origin", "main")
        edit_team(root)
        done = call("commit", "-C", root, "--push")
        assert done.exit_code == 2
        assert f"the push failed; the commit {head(root)[:12]} stays on main" in done.stderr
        assert "run: git push origin main" in done.stderr
        assert head(remote, "main") == head(other), "nothing is forced"

    def test_no_credentials_in_what_is_said(self, root: Path) -> None:
        git(root, "remote", "add", "origin", "http://robot:hunter2@127.0.0.1:9/platform.git")
        edit_team(root)
        done = call("commit", "-C", root, "--push")
        assert done.exit_code == 2
        assert "hunter2" not in done.output + done.stderr
        assert "127.0.0.1" in done.stderr

    def test_an_option_for_a_remote(self, root: Path) -> None:
        edit_team(root)
        done = call("commit", "-C", root, "--push", "--remote=--receive-pack=touch hit; git-receive-pack")
        assert done.exit_code == 2
        assert not (root / "hit").exists()


class TestDryRun:
    def test_tells_and_writes_nothing(self, root: Path) -> None:
        edit_team(root)
        before, state = head(root), git(root, "status", "--porcelain")
        dry = call("commit", "-C", root, "--dry-run")
        assert dry.exit_code == 0, dry.output
        assert (head(root), git(root, "status", "--porcelain")) == (before, state)
        told = [line.removeprefix("would commit: ") for line in dry.output.splitlines() if "would commit: " in line]
        assert call("commit", "-C", root).exit_code == 0
        assert told == files_of(root)

    def test_refuses_as_a_real_one(self, root: Path) -> None:
        path = root / "generated/dev-1/teams/vision-dev/resourcequota-gpu.yaml"
        path.write_text(path.read_text().replace("hard:", "hard: # more"))
        done = call("commit", "-C", root, "--dry-run")
        assert done.exit_code == 1
        assert "hand-edited" in done.output


def test_while_another_run_writes(root: Path) -> None:
    edit_team(root)
    assert call("generate", "-C", root).exit_code == 0
    holder = (
        "import sys, time; from pathlib import Path; from gitops_gen.write.state import locked\n"
        "with locked(Path(sys.argv[1])): print('held', flush=True); time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", holder, str(root)], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        done = call("commit", "-C", root)
        other.kill()
    assert done.exit_code == 2
    assert "another run of gitops-gen is writing" in done.stderr
