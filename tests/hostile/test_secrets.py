"""Secrets in specs are found, and no output ever repeats one. All are made up, and put together here so that no scanner
takes this file for a leak."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from gitops_gen.app import compile_specs
from gitops_gen.model.plugin import Edit
from gitops_gen.rules._example import EXPERIMENT, PLATFORM, ROBOTICS, ROBOTICS_PROD
from tests.example_platform import edited
from tests.unit.cli_platform import call, make_repository

LETTERS = "Zq7Xv2Lk9Tn4Rb8Wm3Hc6Jd5Fg1PsYu0EaQoViKzTxBnMrCwHj"
DIGITS = "4f8a1c9e3b7d2650f1e8c4a9b3d7e206514f9a8c"

BY_SHAPE = {
    "an AWS key": "AK" + "IA" + LETTERS[:16].upper(),
    "a temporary AWS key": "AS" + "IA" + LETTERS[4:20].upper(),
    "GitHub, classic": "gh" + "p_" + LETTERS[:36],
    "GitHub, an app": "gh" + "s_" + LETTERS[:36],
    "GitHub, OAuth": "gh" + "o_" + LETTERS[:36],
    "GitHub, refresh": "gh" + "r_" + LETTERS[:40],
    "GitHub, fine-grained": "github_" + "pat_" + LETTERS[:22] + "_" + LETTERS,
    "GitLab, personal": "gl" + "pat-" + LETTERS[:20],
    "GitLab, a runner": "gl" + "rt-" + LETTERS[:20],
    "GitLab, deploy": "gl" + "dt-" + LETTERS[:20],
    "Slack, a bot": "xo" + "xb-" + "123456789012-" + LETTERS[:24],
    "Slack, a person": "xo" + "xp-" + "123456789012-" + LETTERS[:24],
    "Slack, a webhook": "https://hooks." + "slack.com/services/T00000000/B00000000/" + LETTERS[:24],
    "Hugging Face": "h" + "f_" + LETTERS[:34],
    "Hugging Face, organisation": "api_" + "org_" + LETTERS[:34],
    "NVIDIA NGC": "nv" + "api-" + LETTERS + LETTERS[:14],
    "OpenAI": "s" + "k-" + LETTERS[:48],
    "OpenAI, of a project": "s" + "k-proj-" + LETTERS[:48],
    "Anthropic": "s" + "k-ant-api03-" + LETTERS[:40],
    "Stripe": "s" + "k_live_" + LETTERS[:24],
    "a Google API key": "AI" + "za" + LETTERS[:35],
    "Google OAuth": "ya" + "29." + LETTERS[:40],
    "a JSON web token": "ey" + "J" + LETTERS[:20] + ".ey" + "J" + LETTERS[:30] + "." + LETTERS[:43],
    "a private key": "-----BEGIN " + "RSA PRIVATE KEY-----",
    "an SSH key": "-----BEGIN " + "OPENSSH PRIVATE KEY-----",
    "age": "AGE-SECRET-" + "KEY-1" + LETTERS.upper(),
    "an Azure account": "Account" + "Key=" + LETTERS + LETTERS[:34] + "==",
    "an Azure address": "https://x.blob.core.windows.net/a?sv=1&s" + "ig=" + LETTERS[:43],
    "Vault": "hv" + "s." + LETTERS[:24],
    "PyPI": "py" + "pi-" + LETTERS + LETTERS,
    "npm": "np" + "m_" + LETTERS[:36],
    "Docker Hub": "dckr_" + "pat_" + LETTERS[:27],
    "DigitalOcean": "dop_" + "v1_" + DIGITS + DIGITS[:24],
    "Databricks": "da" + "pi" + DIGITS[:32],
    "Terraform Cloud": LETTERS[:14] + ".atlas" + "v1." + LETTERS + LETTERS[:15],
    "Grafana": "gl" + "sa_" + LETTERS[:32] + "_" + DIGITS[:8],
    "a login in a URL": "https://bot:" + LETTERS[:18] + "@git.example/x.git",
    "a login of a database": "postgres://app:" + LETTERS[:18] + "@db.example/x",
}
"""Known by what they look like, wherever they stand."""

BY_NAME = {
    "Weights & Biases": ("WANDB_API_KEY", DIGITS),
    "AWS, the other half": ("AWS_SECRET_ACCESS_KEY", LETTERS[:40]),
    "a password": ("DB_PASSWORD", "hunter" + "2hunter"),
    "lower case": ("db-password", "correct" + "-horse"),
    "camel case": ("dbPassword", "battery" + "-staple"),
    "base64": ("REGISTRY_TOKEN", LETTERS[:32] + "=="),
    "an MLflow login": ("MLFLOW_TRACKING_PASSWORD", LETTERS[:12]),
    "a signing key": ("SIGNING_KEY", LETTERS[:32]),
}
"""Anything could be one; the variable's name says that it is."""

PLACES = {
    "a variable": (EXPERIMENT, 'PYTHONUNBUFFERED: "1"', 'SETTING: "{}"'),
    "an argument's comment": (EXPERIMENT, 'PYTHONUNBUFFERED: "1"', 'SETTING: "1" # {}'),
    "a text": (ROBOTICS, "displayName: Robotics", 'displayName: "{}"'),
    "a label": (PLATFORM, "orchard.example/platform: gpu", 'orchard.example/platform: "{}"'),
    "a field of another type": (ROBOTICS_PROD, "cpu: 320", 'cpu: "{}"'),
    "a key that nobody knows": (ROBOTICS, "displayName: Robotics", 'displayName: Robotics\n  "{}": 1'),
    "a file that is no YAML": (ROBOTICS, "displayName: Robotics", 'displayName: [ "{}'),
}
FORMATS = ("text", "json", "sarif", "github", "gitlab", "markdown")


def in_place(place: str, secret: str) -> dict[str, bytes]:
    file, old, new = PLACES[place]
    return edited((Edit(file, old, new.format(secret)),))


def core(secret: str) -> str:
    """The part that nobody may read, as it would stand in any escaped form as well."""
    return (
        secret.rpartition(":")[2].partition("@")[0] if "://" in secret and "@" in secret else secret[-16:].strip("-=")
    )


@pytest.mark.parametrize("place", PLACES)
def test_a_secret_is_found_by_its_shape_and_not_repeated(place: str) -> None:
    for name, secret in BY_SHAPE.items():
        compilation = compile_specs(in_place(place, secret))
        assert [finding.id for finding in compilation.findings] == ["spec-secret"], (name, compilation.findings)
        finding = compilation.findings[0]
        assert finding.location.file == PLACES[place][0]
        assert core(secret) not in repr(compilation), name
        assert not compilation.contents


@pytest.mark.parametrize("case", BY_NAME)
def test_a_secret_is_found_by_its_name(case: str) -> None:
    name, secret = BY_NAME[case]
    for edit in (
        Edit(EXPERIMENT, 'PYTHONUNBUFFERED: "1"', f'{name}: "{secret}"'),
        Edit(EXPERIMENT, 'env: {PYTHONUNBUFFERED: "1"}', f"env:\n      {name}: |\n        {secret}"),
    ):
        compilation = compile_specs(edited((edit,)))
        assert [finding.id for finding in compilation.findings] == ["spec-secret"], compilation.findings
        assert secret not in repr(compilation)


@pytest.mark.parametrize("place", PLACES)
def test_no_command_prints_or_writes_one(place: str, tmp_path: Path) -> None:
    """One secret of each sort at a time, through every format and command that reads specs."""
    root = make_repository(tmp_path / "platform")
    file, old, new = PLACES[place]
    before = (root / file).read_text()
    for secret in (BY_SHAPE["Hugging Face"], BY_SHAPE["a login in a URL"]):
        (root / file).write_text(before.replace(old, new.format(secret)))
        told = [
            *(call("validate", "-C", root, "--verbose", "--format", style) for style in FORMATS),
            *(call("generate", "--check", "-C", root, "--verbose", "--format", style) for style in FORMATS),
            call("generate", "-C", root),
            call("explain", "-C", root, f"{file}:1"),
        ]
        for result in told:
            assert result.exit_code in (1, 2)
            assert core(secret) not in result.output + result.stderr
    assert not (root / "generated").exists()


def test_what_is_no_secret_is_left_alone() -> None:
    """Digests and commits, which entropy alone takes for keys, and names that only begin like one."""
    digests = [hashlib.sha256(str(number).encode()).hexdigest() for number in range(500)]
    text = "\n".join(f"# sha256:{digest} {digest[:40]}" for digest in digests)
    variables = {f"COMMIT_{number}": digest for number, digest in enumerate(digests[:100])}
    variables |= {
        "TOKENIZERS_PARALLELISM": "on",
        "SECRET_NAME": "db",
        "PASSWORD_FILE": "/secrets/db",
        "MAX_TOKENS": "4096",
    }
    variables |= {"HF_TOKEN": "/secrets/hf/token", "KEYBOARD": "qwerty", "API_TOKEN": "$(OTHER)", "USE_TOKEN": "true"}
    body = ", ".join(f'{name}: "{value}"' for name, value in variables.items())
    edits = (
        Edit(EXPERIMENT, 'PYTHONUNBUFFERED: "1"', body),
        Edit(ROBOTICS, "displayName: Robotics", f"displayName: R\n{text}"),
    )
    assert "spec-secret" not in {finding.id for finding in compile_specs(edited(edits)).findings}
